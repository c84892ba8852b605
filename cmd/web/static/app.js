// The page: tabs, and the game that is chosen.
import {embedded} from './embed.js';
import {connect} from './client.js';
import {h, say} from './dom.js';
import {forget, learn, shorten} from './early.js';
import {server} from './home.js';
import {link} from './link.js';
import {Keeper, read} from './state.js';
import {recall, remember} from './storage.js';
import * as game from './game.js';
import * as piece from './piece.js';
import * as play from './play.js';
import * as study from './study.js';

// App is the state that the tabs share. It sends the events "game" when a game is chosen
// and "refused" when a text turns out to be no game, or the text is given up.
class App extends EventTarget {
  constructor() {
    super();
    this.client = connect();
    this.style = recall('style') ?? 'pictures';
    this.ref = null; // the game of requests
    this.game = null; // its description
    this.start = {}; // where play begins: {fen, moves, tree}
    this.tab = 'game';
    this.refused = false; // the text on the tab "Game" is no game
    this.turn = 0; // counts choices
    this.keeper = new Keeper(() => this.state(), () => this.fail(new Error('This browser does not keep this game, which is too long for the address: a reload of the page loses it.')));
  }

  // choose describes a game and makes it the chosen one. A text whose rules cannot all be
  // expressed becomes an approximation. start is {fen, moves, tree}.
  async choose(named, start = {}) {
    const ref = {name: '', text: '', file: '', section: '', approximate: false, rules: [], ...named}, turn = ++this.turn;
    const describe = () => this.client.call('game', ref);
    const description = await describe().catch(async (error) => {
      if (!ref.text || ref.approximate) throw error;
      ref.approximate = true;
      return describe();
    });
    if (turn !== this.turn) return; // another game was chosen meanwhile
    if (this.game) this.forgive();
    Object.assign(this, {ref, game: description, start});
    this.refuse(false);
    document.getElementById('title').textContent = description.title;
    document.title = `${description.title} – bestiary`;
    this.keep(true);
    this.dispatchEvent(new Event('game'));
  }

  // refuse notes whether the text on the tab "Game" is no game. Then no other game stands in.
  refuse(refused) {
    this.refused = refused;
    for (const tab of document.querySelectorAll('#tab-play, #tab-study')) tab.disabled = refused;
    this.dispatchEvent(new Event('refused'));
  }

  setStyle(style) {
    this.style = style;
    remember('style', style);
    this.dispatchEvent(new Event('style'));
  }

  // show goes to a tab.
  show(name) {
    const tab = document.getElementById(`tab-${name}`);
    if (!tab) return;
    for (const other of document.querySelectorAll('[role=tab]')) {
      const chosen = other === tab;
      other.setAttribute('aria-selected', chosen);
      other.tabIndex = chosen ? 0 : -1;
      document.getElementById(other.getAttribute('aria-controls')).hidden = !chosen;
    }
    this.tab = name;
    this.keep(true);
    this.dispatchEvent(new CustomEvent('tab', {detail: name}));
  }

  // keep notes that the state has changed; with push, so that one can go back.
  keep(push = false) {
    if (this.game && !embedded) this.keeper.keep(push);
  }

  // settle writes the state into the address now.
  async settle() {
    if (this.game && !embedded) await this.keeper.write();
  }

  // state returns what the address holds.
  state() {
    const {ref, tab, play} = this, {players} = play;
    const state = {game: ref, tab, players: [players.white, players.black], level: play.opponent.nodes};
    if (!play.tree.isPlain) return {...state, pgn: {fen: play.fen, tree: play.tree.written()}, moves: play.place().moves};
    return {...state, fen: play.fen, moves: play.place(play.tree.end()).moves};
  }

  // link returns an address of the page that holds the game and a position. A game that is not in the catalogue is described, so that
  // its board can be seen before the engine has arrived.
  async link(place) {
    const {ref: game} = this, own = game.text || game.rules.length;
    if (!own || server) return link({game, ...place});
    const first = await shorten(await this.client.call('game', game), await this.client.call('position', {game, fen: '', moves: []}));
    return link({game, ...place, first});
  }

  // verify replaces the description in a link by that of the engine.
  async verify() {
    if (!forget()) return;
    const {ref, game} = this, truth = await this.client.call('game', ref).catch((error) => this.choose({name: 'chess'}).then(() => this.fail(error))), essence = ({fen, files, ranks, pieces, title}) => JSON.stringify([fen, files, ranks, title, pieces.map(({symbol, name}) => [symbol, name])]);
    if (!truth || game !== this.game) return;
    if (essence(truth) !== essence(game)) return this.choose(ref, this.start);
    Object.assign(game, truth);
    this.dispatchEvent(new Event('described'));
  }

  // replay shows moves of a game on the board.
  async replay(ref, {fen = '', moves = []}) {
    if (JSON.stringify(ref) === JSON.stringify(this.ref)) await this.play.begin({fen, moves});
    else await this.choose(ref, {fen, moves});
    this.show('play');
  }

  // forgive removes an error that is shown.
  forgive() {
    document.querySelector('#main > .error')?.remove();
  }

  // fail shows an error where everybody sees it.
  fail(error) {
    say(error.message);
    this.forgive();
    const box = h('p', {class: 'error', role: 'alert'}, error.message, ' ', h('button', {type: 'button', onclick: () => box.remove()}, 'Close'));
    document.getElementById('main').prepend(box);
  }
}

const tabs = [
  {name: 'game', title: 'Game', mount: game.mount},
  {name: 'play', title: 'Play', mount: play.mount},
  {name: 'study', title: 'Study', mount: study.mount},
  {name: 'piece', title: 'Piece', mount: piece.mount},
];

function addTab(app, {name, title, mount}) {
  const tab = h('button', {
    type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': `panel-${name}`, 'aria-selected': 'false', tabindex: -1, onclick: () => app.show(name),
  }, title);
  const panel = h('section', {role: 'tabpanel', id: `panel-${name}`, 'aria-labelledby': `tab-${name}`, hidden: true});
  document.getElementById('tabs').append(tab);
  document.getElementById('main').append(panel);
  mount(panel, app);
}

// arrows moves from tab to tab by the arrow keys.
function arrows(event) {
  const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
  if (!step) return;
  const list = [...document.querySelectorAll('[role=tab]:not(:disabled)')], at = list.indexOf(document.activeElement);
  const next = list[(at + step + list.length) % list.length];
  next.focus();
  next.click();
}

// follow opens the game and the tab of the address.
async function follow(app) {
  app.keeper.forget();
  let wanted = null;
  try {
    wanted = await read();
    if (wanted?.first && !app.game) await learn(wanted.game, wanted.first).catch(() => {});
  } catch (error) {
    app.fail(new Error(`The link cannot be read: ${error.message}`));
  }
  try {
    if (wanted?.players) app.play.choosePlayers(...wanted.players, wanted.level ?? undefined);
    if (wanted?.game) await open(app, wanted);
    else if (!app.game) await app.choose({name: 'chess'});
  } catch (error) {
    app.fail(error);
    if (!app.game) await app.choose({name: 'chess'});
  }
  const asked = wanted?.tab === 'measure' ? 'study' : wanted?.tab; // its name in older links
  app.show(tabs.some(({name}) => name === asked) ? asked : wanted?.game || embedded ? 'play' : 'game');
  app.keeper.forget(); // the address is what was followed
}

// open shows the game of an address, with its moves.
async function open(app, {game: ref, fen = '', moves = [], pgn = null, tab}) {
  const start = {fen: pgn?.fen ?? fen, moves, tree: pgn?.tree ?? null};
  const same = (name) => JSON.stringify(app.ref?.[name] ?? '') === JSON.stringify(ref[name] ?? (name === 'rules' ? [] : ''));
  if (app.game && !app.refused && ['name', 'text', 'section', 'rules'].every(same) && tab !== 'play') return;
  await app.choose(ref, start);
}

async function begin() {
  const app = new App();
  if (embedded) tabs.splice(0, tabs.length, ...tabs.filter(({name}) => name === 'play'));
  if (server && !embedded) {
    const runs = await import('./runs.js').catch(() => null);
    if (runs) tabs.push({name: 'runs', title: 'Runs', mount: runs.mount});
  }
  const busy = [document.getElementById('main'), document.getElementById('tabs')];
  for (const part of busy) part.inert = true; // until there is a game
  for (const tab of tabs) addTab(app, tab);
  document.getElementById('tabs').addEventListener('keydown', arrows);
  addEventListener('popstate', () => follow(app));
  await follow(app);
  document.getElementById('skeleton').remove();
  for (const part of busy) part.inert = false;
  requestAnimationFrame(() => setTimeout(() => load(app)));
  document.documentElement.dataset.ready = 'true';
}

// load loads the engine when the first board is there, and then keeps the page for a time
// without a net.
async function load(app) {
  try {
    await app.client.prepare();
    await app.verify();
    if (!server && !embedded && isSecureContext) await navigator.serviceWorker?.register(new URL('sw.js', import.meta.url));
  } catch (error) {
    app.fail(error);
  }
}

begin().catch((error) => {
  document.getElementById('main').append(h('p', {class: 'error', role: 'alert'}, `The page cannot start: ${error.message}`));
});
