// A piece is drawn by clicks on the squares around it.
import {choice, field, h} from './dom.js';

const radius = 3;

// What a click gives a square, and its sign.
const kinds = [
  ['leap', 'a move or a capture', '●', {moves: true, captures: true}],
  ['move', 'a move only', '○', {moves: true, captures: false}],
  ['capture', 'a capture only', '✕', {moves: false, captures: true}],
];

export class Leaps {
  // changed is called after a click.
  constructor(changed) {
    this.changed = changed;
    this.list = new Map(); // by place, such as "2 1"
    this.kind = choice(kinds.map(([name, text]) => [name, text]), 'leap', () => {});
    this.rides = h('input', {type: 'checkbox'});
    this.alike = h('input', {type: 'checkbox', checked: true});
    this.grid = h('div', {class: 'drawn', role: 'group', 'aria-label': 'Where the piece goes'});
    this.element = h('div', {}, h('div', {class: 'pair'}, field('A click is', this.kind), h('p', {class: 'field'}, h('label', {}, this.rides, ' and on in that direction, as a rook slides')),
      h('p', {class: 'field'}, h('label', {}, this.alike, ' in all directions alike'))), this.grid);
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

  // leaps lists what was drawn, as requests have it.
  get leaps() {
    return [...this.list.values()].map(({leap}) => leap);
  }

  clear() {
    this.list.clear();
    this.draw();
  }

  click(dx, dy) {
    const goes = this.list.has(`${dx} ${dy}`), [, text, sign, modes] = kinds.find(([name]) => name === this.kind.value);
    for (const [x, y] of this.alike.checked ? turned(dx, dy) : [[dx, dy]]) {
      if (goes) this.list.delete(`${x} ${y}`);
      else this.list.set(`${x} ${y}`, {text, sign, leap: {dx: x, dy: y, rides: this.rides.checked, ...modes}});
    }
    this.draw();
    this.changed();
  }

  draw() {
    for (const [place, square] of this.squares) {
      if (square.disabled) continue;
      const [dx, dy] = place.split(' ').map(Number), goes = this.list.get(place);
      square.textContent = goes ? goes.sign + (goes.leap.rides ? '…' : '') : '';
      square.setAttribute('aria-label', [where(dx, 'right', 'left'), where(dy, 'forward', 'back'), goes?.text, goes?.leap.rides && 'repeated'].filter(Boolean).join(', '));
      square.setAttribute('aria-pressed', Boolean(goes));
    }
  }
}

// turned returns a leap in all directions.
function turned(dx, dy) {
  const all = [[dx, dy], [dy, dx]].flatMap(([x, y]) => [[x, y], [-x, y], [x, -y], [-x, -y]]);
  return [...new Map(all.map((v) => [v.join(), v])).values()];
}

// where names a number of squares on either side; "" for none.
const where = (n, more, less) => n ? `${Math.abs(n)} ${n > 0 ? more : less}` : '';
