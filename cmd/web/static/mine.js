// The games that a person has played on the page, kept by this browser.
import {deletePlayed, keepPlayed, playedGames} from './keep.js';
import {h, say} from './dom.js';
import {embedded} from './embed.js';
import {counted} from './figures.js';
import {lost} from './moves.js';

const pause = 400; // milliseconds
const mostShown = 100;
const patience = 500; // milliseconds

export class Mine {
  constructor(play) {
    this.play = play;
    this.id = '';
    this.list = h('ul', {class: 'kept'});
    this.note = h('p', {class: 'note', role: 'status', hidden: true});
    this.element = h('details', {class: 'mine', ontoggle: () => this.show()}, h('summary', {}, 'My games'), this.list);
  }

  // start begins another game; entry is one that is kept, if it is opened.
  start(entry = null) {
    this.save();
    this.id = entry?.id ?? crypto.randomUUID?.() ?? String(Math.random());
    this.note.hidden = true;
  }

  // changed keeps the game soon.
  changed() {
    clearTimeout(this.timer);
    this.waiting = this.entry();
    this.timer = setTimeout(() => this.save(), pause);
  }

  // entry returns what is kept of the game; null for one without moves.
  entry() {
    const {app, tree, fen, position} = this.play, end = tree.end();
    if (!end.ply || !this.id || embedded) return null;
    return {id: this.id, game: app.ref, title: app.game.title, fen, tree: tree.written(), moves: this.play.place(end).moves, late: end.late ?? '', result: end.late ? lost(end.late) : end === this.play.node ? position.result : '*', changed: Date.now()};
  }

  // save keeps the game now, and says once if it cannot.
  async save() {
    clearTimeout(this.timer);
    const {waiting} = this;
    this.waiting = null;
    if (!waiting) return;
    try {
      await keepPlayed(waiting);
    } catch (error) {
      if (!this.lost) this.tell(`This browser keeps no games: ${error.message}.`);
      this.lost = true;
    }
    if (this.element.open) await this.show();
  }

  tell(...parts) {
    this.note.hidden = false;
    this.note.replaceChildren(...parts);
  }

  // find returns the entry of a game, as when the page is loaded again. The board does not wait long for it.
  async find({game, fen, moves}) {
    const same = (e) => JSON.stringify([e.game, e.fen, e.moves]) === JSON.stringify([game, fen, moves]);
    const games = this.save().then(playedGames).catch(() => []), late = new Promise((done) => setTimeout(done, patience, []));
    return (await Promise.race([games, late])).find(same);
  }

  // left offers the game that a new one has replaced.
  left(entry) {
    if (entry) this.tell('The game before is kept. ', h('button', {type: 'button', class: 'plain', onclick: () => this.open(entry)}, 'Back to it'));
  }

  async show() {
    const games = (await playedGames().catch(() => [])).slice(0, mostShown);
    this.list.replaceChildren(...games.map((entry) => h('li', {}, `${entry.title}, ${counted(Math.ceil(entry.moves.length / 2), 'move')}, ${entry.result === '*' ? 'not over' : entry.result}, ${new Date(entry.changed).toLocaleString()} `,
      h('button', {type: 'button', class: 'plain', onclick: () => this.open(entry)}, 'Open'),
      h('button', {type: 'button', class: 'plain', onclick: async () => {
        await deletePlayed(entry.id);
        await this.show();
      }}, 'Delete'))));
    if (!games.length) this.list.append(h('li', {class: 'note'}, 'Nothing yet. A game is kept from its first move on.'));
  }

  async open(entry) {
    const {app} = this.play, {game, fen, tree, moves} = entry, start = {fen, moves, tree, entry};
    try {
      if (JSON.stringify(game) === JSON.stringify(app.ref)) await this.play.begin(start);
      else await app.choose(game, start);
      say('The game is on the board.');
    } catch (error) {
      app.fail(error);
    }
  }
}
