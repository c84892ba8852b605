// The state of the page in its address, so that it survives a reload and can be gone back to.
import {pack, readLink} from './link.js';
import {forget, recall, remember} from './storage.js';

const longest = 6000; // characters of an address; longer states are kept by this browser
const mostKept = 20; // long states
const pause = 150; // milliseconds

// keptPrefix begins the names of long states in the storage.
const keptPrefix = 'state-';

// Keeper writes the state into the address. current() returns {game, tab, fen, moves, ...}; lost() is called once if the browser
// keeps no long states.
export class Keeper {
  constructor(current, lost) {
    Object.assign(this, {current, lost});
  }

  // keep notes that the state has changed. With push the state before stays behind.
  keep(push = false) {
    this.push ||= push;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.write(), push ? 0 : pause);
  }

  async write() {
    const {push} = this, turn = (this.turn = (this.turn ?? 0) + 1);
    this.push = false;
    const {hash, kept} = await address(this.current());
    if (!kept) {
      this.lost?.();
      this.lost = null;
    }
    if (turn !== this.turn || hash === location.hash) return;
    history[push ? 'pushState' : 'replaceState'](null, '', hash);
  }

  // forget leaves the address as it is.
  forget() {
    clearTimeout(this.timer);
    this.turn = (this.turn ?? 0) + 1;
    this.push = false;
  }
}

// address returns the fragment that holds a state, in words if it is short, and whether the browser keeps what it lacks.
export async function address({tab, ...state}) {
  const words = new URLSearchParams(), {game, pgn, fen, moves, players, level} = state;
  if (game.name && !pgn) {
    words.set('game', game.name);
    for (const rule of game.rules) words.append('rule', rule);
    if (fen) words.set('fen', fen);
    if (moves?.length) words.set('moves', moves.join('.'));
    if (players) words.set('players', players.join('.'));
    if (level) words.set('level', level);
  } else {
    words.set('g', await pack(state));
  }
  words.set('tab', tab);
  const text = `#${words}`;
  if (text.length <= longest) return {hash: text, kept: true};
  const {name, kept} = store(state);
  return {hash: `#${new URLSearchParams({kept: name, tab})}`, kept};
}

// hash returns a short name of a text.
function hash(text) {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 2654435761);
    b = Math.imul(b ^ text.charCodeAt(i), 1597334677);
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}

// store keeps a long state and returns its name, and whether this browser keeps it for longer than the page. The oldest go.
function store(state) {
  const text = JSON.stringify(state), name = hash(text);
  const names = JSON.parse(recall(`${keptPrefix}list`) ?? '[]').filter((n) => n !== name);
  for (const old of names.splice(0, names.length - mostKept + 1)) forget(keptPrefix + old);
  const kept = remember(keptPrefix + name, text);
  remember(`${keptPrefix}list`, JSON.stringify([...names, name]));
  return {name, kept};
}

// read returns the state of the address, or null.
export async function read() {
  const words = new URLSearchParams(location.hash.slice(1));
  if (!words.has('kept')) return readLink();
  const text = recall(keptPrefix + words.get('kept'));
  if (!text) throw new Error('another browser has kept it, or this one has forgotten it');
  return {...JSON.parse(text), tab: words.get('tab')};
}
