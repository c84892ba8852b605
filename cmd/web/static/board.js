// The board as an SVG element: squares, pieces, arrows, and a cursor for the keyboard.
import {h, s, say} from './dom.js';

const cell = 40;

export const fileOf = (square) => square.charCodeAt(0) - 97;
export const rankOf = (square) => Number(square.slice(1)) - 1;
export const squareAt = (file, rank) => String.fromCharCode(97 + file) + (rank + 1);

const shield = 'M-14 -15 L-7 -11 L0 -16 L7 -11 L14 -15 L14 2 Q14 12 0 16 Q-14 12 -14 2 Z';

// glyph draws a piece around the origin: a letter, or the pattern of its moves.
export function glyph(piece, black, style) {
  const body = piece.royal ? s('path', {d: shield}) : s('circle', {r: piece.pawn ? 11 : 15.5});
  const sign = style === 'moves' && piece.pattern.length > 0 ? pattern(piece, black)
    : s('text', {y: piece.pawn ? 5.4 : 7.2, 'font-size': piece.pawn ? 15 : 20}, piece.symbol);
  return s('g', {class: black ? 'piece black' : 'piece white'}, body, sign);
}

// pattern shows where a piece goes: full dots where it captures, rings where it only moves.
function pattern(piece, black) {
  const step = piece.pawn ? 2.6 : 3.6;
  return s('g', {class: 'pattern'}, piece.pattern.map(({dx, dy, capture}) => s('circle', {
    cx: dx * step, cy: (black ? dy : -dy) * step, r: step * 0.4, class: capture ? 'take' : 'quiet',
  })), s('circle', {r: step * 0.4, class: 'self'}));
}

// icon draws a single piece for buttons and lists.
export function icon(piece, black, style) {
  return s('svg', {class: 'icon', viewBox: '-20 -20 40 40', 'aria-hidden': 'true'}, glyph(piece, black, style));
}

export const nameOf = (piece, black) => `${black ? 'Black' : 'White'} ${piece.name.replaceAll('-', ' ')}`;

export class Board {
  // pick is called with a square that is clicked or chosen by the keyboard, and drop with
  // the two squares of a piece that is dragged.
  constructor({pick, drop}) {
    this.pick = pick;
    this.drop = drop;
    this.cursor = null;
    this.svg = s('svg', {
      class: 'board', tabindex: 0, role: 'application', 'aria-label': 'Board. Arrow keys go to a square, Enter chooses it.',
      onkeydown: (e) => this.key(e), onblur: () => this.mark(null), onpointerdown: (e) => this.press(e), onpointerup: (e) => this.release(e),
    });
    this.element = h('div', {class: 'board-frame'}, this.svg);
  }

  // show draws a position, and marks the selected square, targets, the last move and arrows
  // [{from, to, rank}].
  show(game, position, {flip = false, style = 'letters', selected, targets = [], last, arrows = []} = {}) {
    Object.assign(this, {game, position, flip, style});
    this.extra = game.gating ? 1 : 0; // rows for waiting pieces
    const width = game.files * cell, height = (game.ranks + 2 * this.extra) * cell;
    this.svg.setAttribute('viewBox', `-14 -2 ${width + 16} ${height + 18}`);
    this.element.dataset.files = game.files;
    this.element.dataset.ranks = game.ranks + 2 * this.extra;
    this.holes = new Set([...game.holes, ...(position.walls || [])]);
    this.stones = new Map(position.pieces.map((p) => [p.square, p]));
    const behind = new Map(position.behind.map((p) => [p.square, p]));
    const reached = new Set(targets);
    const layers = [[], [], []];
    for (let rank = 0; rank < game.ranks; rank++) {
      for (let file = 0; file < game.files; file++) {
        const square = squareAt(file, rank);
        if (this.holes.has(square)) continue;
        const {x, y} = this.corner(file, rank);
        const stone = this.stones.get(square);
        const states = [
          (file + rank) % 2 === 0 ? 'dark' : 'light', selected === square && 'selected',
          last && (last.from === square || last.to === square) && 'last',
          position.check && stone && game.pieces[stone.piece].royal && stone.black === (position.turn === 'black') && 'check',
        ];
        layers[0].push(s('rect', {x, y, width: cell, height: cell, class: 'square ' + states.filter(Boolean).join(' '), 'data-square': square}));
        if (stone) layers[1].push(this.stone(stone, x, y));
        if (reached.has(square)) layers[2].push(s('circle', {cx: x + 20, cy: y + 20, r: stone ? 18 : 7, class: stone ? 'target taken' : 'target'}));
      }
    }
    if (this.extra) this.drawWaiting(layers, behind, reached);
    this.svg.replaceChildren(...layers.flat(), ...this.names(), ...arrows.map((a) => this.arrow(a)));
    this.mark(this.cursor);
  }

  // corner returns the upper left corner of a square.
  corner(file, rank) {
    return {
      x: (this.flip ? this.game.files - 1 - file : file) * cell,
      y: ((this.flip ? rank : this.game.ranks - 1 - rank) + this.extra) * cell,
    };
  }

  stone({square, piece, black}, x, y) {
    return s('g', {class: black ? 'stone black' : 'stone white', 'data-at': square, transform: `translate(${x + 20} ${y + 20})`}, glyph(this.game.pieces[piece], black, this.style));
  }

  // drawWaiting draws the rows behind the first ranks, where each place stands for the
  // square in front of it.
  drawWaiting(layers, behind, reached) {
    for (const [home, row] of [[0, -1], [this.game.ranks - 1, this.game.ranks]]) {
      for (let file = 0; file < this.game.files; file++) {
        const square = squareAt(file, home), {x, y} = this.corner(file, row);
        layers[0].push(s('rect', {x, y, width: cell, height: cell, class: 'square waiting', 'data-square': square}));
        const stone = behind.get(square);
        if (stone) layers[1].push(this.stone(stone, x, y));
        else if (reached.has(square) && this.position.placing) layers[2].push(s('circle', {cx: x + 20, cy: y + 20, r: 7, class: 'target'}));
      }
    }
  }

  names() {
    const list = [], bottom = (this.game.ranks + 2 * this.extra) * cell;
    for (let file = 0; file < this.game.files; file++) {
      list.push(s('text', {class: 'name', x: this.corner(file, 0).x + 20, y: bottom + 12, 'text-anchor': 'middle'}, String.fromCharCode(97 + file)));
    }
    for (let rank = 0; rank < this.game.ranks; rank++) {
      list.push(s('text', {class: 'name', x: -3, y: this.corner(0, rank).y + 24, 'text-anchor': 'end'}, rank + 1));
    }
    return list;
  }

  arrow({from, to, rank}) {
    const [a, b] = [from, to].map((sq) => this.corner(fileOf(sq), rankOf(sq)));
    const dx = b.x - a.x, dy = b.y - a.y, length = Math.hypot(dx, dy);
    if (length === 0) return s('circle', {cx: a.x + 20, cy: a.y + 20, r: 17, class: `arrow ring arrow-${rank}`});
    const angle = Math.atan2(dy, dx) * 180 / Math.PI, w = 5 - rank;
    return s('path', {
      class: `arrow arrow-${rank}`, transform: `translate(${a.x + 20} ${a.y + 20}) rotate(${angle})`,
      d: `M10 ${-w / 2} H${length - 14} V${-w - 3} L${length - 2} 0 L${length - 14} ${w + 3} V${w / 2} H10 Z`,
    });
  }

  // describe names the piece on a square.
  describe(square) {
    const stone = this.stones.get(square);
    return `${square}: ${stone ? nameOf(this.game.pieces[stone.piece], stone.black) : 'empty'}`;
  }

  mark(square) {
    this.svg.querySelector('.cursor')?.remove();
    if (!square) return;
    const {x, y} = this.corner(fileOf(square), rankOf(square));
    this.svg.append(s('rect', {x: x + 1.5, y: y + 1.5, width: cell - 3, height: cell - 3, class: 'cursor'}));
  }

  key(event) {
    const step = {ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0]}[event.key];
    if (step) {
      event.preventDefault();
      const way = this.flip ? -1 : 1, {files, ranks} = this.game;
      let [file, rank] = this.cursor ? [fileOf(this.cursor), rankOf(this.cursor)] : [Math.floor(files / 2) - step[0] * way, -step[1] * way];
      do {
        file += step[0] * way;
        rank += step[1] * way;
        if (file < 0 || rank < 0 || file >= files || rank >= ranks) return;
      } while (this.holes.has(squareAt(file, rank)));
      this.cursor = squareAt(file, rank);
      this.mark(this.cursor);
      say(this.describe(this.cursor));
    } else if ((event.key === 'Enter' || event.key === ' ') && this.cursor) {
      event.preventDefault();
      this.pick(this.cursor);
    }
  }

  press(event) {
    this.pressed = this.under(event);
  }

  release(event) {
    const square = this.under(event), from = this.pressed;
    this.pressed = null;
    if (!square || !from) return;
    if (square === from) this.pick(square);
    else this.drop?.(from, square);
  }

  // under returns the square under the pointer.
  under(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    const column = Math.floor(at.x / cell), row = Math.floor(at.y / cell) - this.extra, {files, ranks} = this.game;
    const file = this.flip ? files - 1 - column : column;
    let rank = this.flip ? row : ranks - 1 - row;
    if (this.extra && (rank === -1 || rank === ranks)) rank = Math.min(Math.max(rank, 0), ranks - 1);
    const inside = file >= 0 && file < files && rank >= 0 && rank < ranks;
    return inside && !this.holes.has(squareAt(file, rank)) ? squareAt(file, rank) : null;
  }
}
