// The kinds of pieces of a design: to find one, to make one by clicks, to change one.
import {choice, field, h, picture, put} from './dom.js';
import {icon} from './glyphs.js';
import {Leaps} from './leaps.js';

const pause = 200; // milliseconds between the last key and the question

export class KindEditor {
  constructor(workshop) {
    this.workshop = workshop;
    this.at = null; // the kind that is shown
    this.search = h('input', {type: 'search', placeholder: 'camel, or 5', oninput: () => this.later(() => this.find())});
    this.found = h('div', {class: 'found'});
    this.name = h('input', {type: 'text', maxlength: 40, onchange: () => this.set('name', this.name.value.trim().toLowerCase().replaceAll(/\s+/g, '-'))});
    this.symbol = h('input', {type: 'text', maxlength: 1, size: 2, onchange: () => this.set('symbol', this.symbol.value.toUpperCase())});
    this.moves = h('input', {type: 'text', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', onchange: () => this.set('betza', this.moves.value.trim())});
    this.royal = h('input', {type: 'checkbox', onchange: () => this.set('royal', this.royal.checked)});
    this.waits = h('input', {type: 'number', min: 0, max: 16, step: 1, onchange: () => this.set('waits', this.waits.valueAsNumber || 0)});
    this.looks = choice([['', 'by its name and moves']], '', () => this.set('picture', this.looks.value));
    this.leaps = new Leaps(() => this.draw());
    this.card = h('div', {'aria-live': 'polite'});
    this.told = h('p', {class: 'error', role: 'alert', hidden: true});
    this.editor = h('div', {hidden: true}, h('div', {class: 'pair'}, field('Name of the piece', this.name), field('Letter', this.symbol), h('p', {class: 'field'}, h('label', {}, this.royal, ' royal'))),
      field('Picture', this.looks), field('How many wait behind the array of each side, to enter later', this.waits), field('Moves in Betza’s notation', this.moves), this.told, h('details', {}, h('summary', {}, 'Draw its moves'), h('p', {class: 'note'}, 'What you draw replaces the moves above.'), this.leaps.element), this.card,
      h('p', {class: 'buttons'}, h('button', {type: 'button', onclick: () => this.remove()}, 'Remove this kind')));
    this.element = h('div', {class: 'kinds'}, h('h2', {}, 'Pieces of the game'), field('Find a piece to add, by name or by value in points', this.search), this.found,
      h('p', {class: 'buttons'}, h('button', {type: 'button', onclick: () => this.add({name: 'piece', betza: 'W', face: ''})}, 'Add a piece of your own')), this.editor);
  }

  // offer offers the names of pictures.
  offer(names) {
    this.looks.append(...names.map((name) => h('option', {value: name}, name.replaceAll('-', ' '))));
  }

  later(work) {
    clearTimeout(this.timer);
    this.timer = setTimeout(work, pause);
  }

  get kind() {
    return this.workshop.design?.kinds[this.at];
  }

  async find() {
    const text = this.search.value.trim(), points = Number(text.replace(',', '.')), {design, app} = this.workshop;
    const ask = (board) => app.client.call('kinds', points > 0 ? {text: '', points, board} : {text, points: 0, board});
    const {kinds} = text ? await ask(`${design.files}x${design.ranks}`).catch(() => ask('8x8')) : {kinds: []};
    if (text !== this.search.value.trim()) return;
    this.found.replaceChildren(...kinds.map((k) => h('button', {type: 'button', onclick: () => this.add(k)}, icon(this.look(k), false, 'pictures'), ` ${(k.name || k.betza).replaceAll('-', ' ')}${k.name ? ` ${k.betza}` : ''}${k.value && `, ${k.value} points`}`)));
    if (text && !kinds.length) this.found.append(h('p', {class: 'note'}, 'No piece of that name is known. Add one of your own and draw its moves.'));
  }

  look({face = '', name, symbol = ''}) {
    return {name, symbol, faces: [face, face], letters: [face, face], pattern: [], moves: []};
  }

  // add adds a kind with a letter that is free; a click then puts it on the board.
  add({name, betza, face}) {
    const {design} = this.workshop, letters = new Set(design.kinds.map((k) => k.symbol)), names = new Set(design.kinds.map((k) => k.name));
    const wished = name.toUpperCase().replaceAll(/[^A-Z]/g, '') || 'X', symbol = [...`${wished}ABCDEFGHIJKLMNOPQRSTUVWXYZ`].find((c) => !letters.has(c));
    if (!symbol) return this.found.replaceChildren(h('p', {class: 'error', role: 'alert'}, 'No letter is left for another kind of piece: a game has 26 at most.'));
    let own = name || 'piece';
    for (let i = 2; names.has(own); i++) own = `${name || 'piece'}-${i}`;
    const at = design.kinds.length;
    this.workshop.change((d) => d.kinds.push({from: -1, name: own, symbol, betza, royal: false, pawn: false, waits: 0, picture: '', look: this.look({face, name: own, symbol})}));
    this.workshop.tool = {piece: at, black: false};
    this.workshop.draw();
    this.show(at);
  }

  remove() {
    const {at} = this;
    this.at = null;
    this.workshop.tool = null;
    this.workshop.change((d) => {
      d.kinds.splice(at, 1);
      d.stones = new Map([...d.stones].filter(([, s]) => s.piece !== at).map(([square, s]) => [square, {...s, piece: s.piece - (s.piece > at)}]));
    });
    this.show();
  }

  set(name, value) {
    this.workshop.change((d) => (d.kinds[this.at][name] = value));
    if (name === 'betza') this.ask();
  }

  // show shows a kind to be changed, or the one that was shown.
  show(at = this.at) {
    const fresh = at !== this.at, {app} = this.workshop;
    this.at = at;
    this.editor.hidden = !this.kind;
    if (!this.kind) return;
    const {name, symbol, royal, waits, betza, from, picture: look = ''} = this.kind, moves = from >= 0 ? app.game.pieces[from]?.moves ?? [] : [];
    put(this.name, name);
    put(this.symbol, symbol);
    this.royal.checked = royal;
    put(this.waits, waits);
    this.looks.value = look;
    put(this.moves, betza || (moves.length === 1 ? moves[0].betza : ''));
    this.moves.placeholder = moves.length > 1 ? `${moves.map((m) => m.betza).join(', ')}, by rank` : '';
    if (fresh) this.leaps.clear();
    this.ask();
  }

  // draw takes the moves from the squares that were clicked.
  async draw() {
    if (!this.leaps.leaps.length) return;
    const card = await this.ask(true);
    if (card) this.set('betza', this.moves.value = card.betza);
  }

  // ask shows the moves, as they are written or drawn, and what they are worth.
  async ask(drawn = false) {
    const {design, app} = this.workshop, {leaps} = this.leaps, turn = this.asked = (this.asked ?? 0) + 1, betza = this.moves.value;
    if (!betza && !leaps.length) return this.card.replaceChildren();
    const ask = (board) => app.client.call('card', {betza: drawn && leaps.length ? '' : betza, leaps, board});
    const card = await ask(`${design.files}x${design.ranks}`).catch((error) => this.say(error.message));
    if (!card || turn !== this.asked) return null;
    this.say('');
    this.card.replaceChildren(h('p', {}, h('b', {}, 'Worth: '), card.lines[0]?.text ?? ''), h('div', {class: 'pieces'}, h('figure', {}, picture(card.picture, card.alt))));
    return card;
  }

  say(text) {
    this.told.textContent = text;
    this.told.hidden = !text;
  }

  // explain shows a fault at the kind that it is about.
  explain(faults) {
    const about = faults.find(({field}) => field?.startsWith(`piece[${this.at + 1}]`));
    this.say(about?.message ?? '');
  }
}
