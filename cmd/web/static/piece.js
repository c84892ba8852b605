// The tab "Piece": type or draw a piece, and read roughly what it is worth.
import {choice, field, h, picture, say} from './dom.js';

const pause = 300; // milliseconds between the last key and the question
const radius = 3;

// What a click gives a square, and its sign.
const kinds = [
  ['leap', 'a leap', '●', {moves: true, captures: true}],
  ['move', 'a leap without capture', '○', {moves: true, captures: false}],
  ['capture', 'a leap that captures', '✕', {moves: false, captures: true}],
];

export function mount(element, app) {
  new PieceTab(element, app);
}

class PieceTab {
  constructor(element, app) {
    this.app = app;
    this.leaps = new Map(); // by place, such as "2 1"
    this.moves = h('input', {type: 'text', value: 'WzB', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', oninput: () => this.typed()});
    this.board = h('input', {type: 'text', value: '8x8', size: 6, oninput: () => this.later()});
    this.kind = choice(kinds.map(([name, text]) => [name, text]), 'leap', () => {});
    this.rides = h('input', {type: 'checkbox'});
    this.alike = h('input', {type: 'checkbox', checked: true});
    this.grid = h('div', {class: 'drawn', role: 'group', 'aria-label': 'Where the piece goes'});
    this.card = h('div', {'aria-live': 'polite'});
    element.append(h('h2', {}, 'What is a piece worth?'), h('div', {class: 'columns'},
      h('div', {}, field('Its moves in Betza’s notation', this.moves), field('Board, files x ranks', this.board),
        h('p', {class: 'note'}, 'Or draw it: click where it goes from the middle. A second click takes it away.'),
        h('div', {class: 'pair'}, field('A click is', this.kind), h('p', {class: 'field'}, h('label', {}, this.rides, ' that may be repeated in its direction')),
          h('p', {class: 'field'}, h('label', {}, this.alike, ' in all directions alike'))),
        this.grid),
      this.card));
    this.lay();
    app.addEventListener('tab', ({detail}) => detail === 'piece' && !this.asked && this.ask());
  }

  // lay draws the squares around the piece.
  lay() {
    this.squares = new Map();
    for (let dy = radius; dy >= -radius; dy--) {
      for (let dx = -radius; dx <= radius; dx++) {
        const middle = dx === 0 && dy === 0;
        const square = h('button', {type: 'button', class: (dx + dy) % 2 ? 'light' : 'dark', disabled: middle, 'data-leap': `${dx} ${dy}`, onclick: () => this.click(dx, dy)}, middle ? '♟' : '');
        this.squares.set(`${dx} ${dy}`, square);
        this.grid.append(square);
      }
    }
    this.draw();
  }

  click(dx, dy) {
    const goes = this.leaps.has(`${dx} ${dy}`), [, text, sign, modes] = kinds.find(([name]) => name === this.kind.value);
    for (const [x, y] of this.alike.checked ? turned(dx, dy) : [[dx, dy]]) {
      if (goes) this.leaps.delete(`${x} ${y}`);
      else this.leaps.set(`${x} ${y}`, {text, sign, leap: {dx: x, dy: y, rides: this.rides.checked, ...modes}});
    }
    this.moves.value = '';
    this.draw();
    this.ask();
  }

  draw() {
    for (const [place, square] of this.squares) {
      if (square.disabled) continue;
      const [dx, dy] = place.split(' ').map(Number), goes = this.leaps.get(place);
      square.textContent = goes ? goes.sign + (goes.leap.rides ? '…' : '') : '';
      square.setAttribute('aria-label', [where(dx, 'right', 'left'), where(dy, 'forward', 'back'), goes?.text, goes?.leap.rides && 'repeated'].filter(Boolean).join(', '));
      square.setAttribute('aria-pressed', Boolean(goes));
    }
  }

  typed() {
    this.leaps.clear();
    this.draw();
    this.later();
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), pause);
  }

  async ask() {
    clearTimeout(this.timer);
    const turn = this.asked = (this.asked ?? 0) + 1, leaps = [...this.leaps.values()].map(({leap}) => leap);
    if (!leaps.length && !this.moves.value.trim()) {
      this.card.replaceChildren(h('p', {class: 'note'}, 'A piece that goes nowhere is worth nothing.'));
      return;
    }
    try {
      const card = await this.app.client.call('card', {betza: leaps.length ? '' : this.moves.value.trim(), leaps, board: this.board.value.trim()});
      if (turn === this.asked) this.show(card, leaps.length > 0);
    } catch (error) {
      if (turn === this.asked) this.card.replaceChildren(h('p', {class: 'error'}, error.message));
    }
  }

  show(card, drawn) {
    if (drawn) this.moves.value = card.betza;
    const rows = card.lines.map(({label, text}) => h('tr', {}, h('th', {scope: 'row'}, label), h('td', {}, text)));
    this.card.replaceChildren(h('table', {class: 'values'}, h('caption', {}, `${card.betza} on a board of ${this.board.value.trim()}`), h('tbody', {}, rows)),
      ...card.game ? [h('p', {class: 'buttons'}, h('button', {type: 'button', onclick: () => this.begin(card.game)}, 'Begin a game with it'))] : [],
      h('div', {class: 'pieces'}, h('figure', {}, picture(card.picture, card.alt))));
    say(card.lines[0]?.text ?? '');
  }

  async begin(text) {
    await this.app.choose({text});
    this.app.show('game');
  }
}

// turned returns a leap in all directions.
function turned(dx, dy) {
  const all = [[dx, dy], [dy, dx]].flatMap(([x, y]) => [[x, y], [-x, y], [x, -y], [-x, -y]]);
  return [...new Map(all.map((v) => [v.join(), v])).values()];
}

// where names a number of squares on either side; "" for none.
const where = (n, more, less) => n ? `${Math.abs(n)} ${n > 0 ? more : less}` : '';
