// The board as an SVG element: squares, pieces, arrows, and a cursor for the keyboard.
import {h, s, say} from './dom.js';
import {glyph, nameOf} from './glyphs.js';
import {groundOf, lines} from './ground.js';

const cell = 40, rim = 18;
const glideTime = 150; // milliseconds

export const fileOf = (square) => square.charCodeAt(0) - 97;
export const rankOf = (square) => Number(square.slice(1)) - 1;
export const squareAt = (file, rank) => String.fromCharCode(97 + file) + (rank + 1);

// waits reports whether an event is where pieces wait.
const waits = (event) => event.target.classList.contains('waiting') || event.target.closest?.('.stone')?.dataset.waits === 'true';

const still = matchMedia('(prefers-reduced-motion: reduce)');

export class Board {
  // pick is called with a square that is chosen by the keyboard, leave when Escape is
  // pressed, press with the events of the pointer, and see with the square that is pointed at.
  constructor({pick, leave, press, see} = {}) {
    Object.assign(this, {pick, leave, see, cursor: null, keyed: false});
    this.svg = s('svg', {
      class: 'board', tabindex: pick ? 0 : null, role: pick ? 'application' : 'img', 'aria-label': pick ? 'Board. Arrow keys go to a square, Enter chooses it.' : 'Board',
      onkeydown: (e) => pick && this.key(e), onblur: () => this.mark(null), oncontextmenu: (e) => pick && e.preventDefault(), onfocus: () => (this.keyed = !this.touched),
      onpointermove: (e) => this.stones && see?.(this.under(e), waits(e)),
      onpointerdown: (e) => {
        see?.(this.under(e), waits(e));
        this.touched = true;
        this.keyed = false;
        press?.(e);
        setTimeout(() => (this.touched = false));
      },
    });
    this.element = h('div', {class: 'board-frame'}, this.svg);
  }

  // show draws a position. It marks the selected square, targets, squares that a piece
  // reaches (peek), a move made in advance, the last move and arrows [{from, to, rank, drawn}], and
  // lets a piece glide from a square to another.
  show(game, position, {flip = false, style = 'pictures', selected, targets = [], peek = [], ahead, last, arrows = [], glide} = {}) {
    Object.assign(this, {game, position, flip, style});
    this.extra = game.gating ? 1 : 0; // rows for waiting pieces
    const width = game.files * cell, height = (game.ranks + 2 * this.extra) * cell;
    this.svg.setAttribute('viewBox', `${-rim} ${-rim} ${width + 2 * rim} ${height + 2 * rim}`);
    this.element.style.setProperty('--wide', width + 2 * rim);
    this.element.style.setProperty('--high', height + 2 * rim);
    this.holes = new Set([...game.holes, ...(position.walls || [])]);
    this.stones = new Map(position.pieces.map((p) => [p.square, p]));
    const reached = new Set(targets), seen = new Set(peek);
    const layers = [[s('rect', {class: 'rim', x: -rim, y: -rim, width: width + 2 * rim, height: height + 2 * rim})], [], []];
    const ground = groundOf(game);
    for (let rank = 0; rank < game.ranks; rank++) {
      for (let file = 0; file < game.files; file++) {
        const square = squareAt(file, rank), {x, y} = this.corner(file, rank);
        const stone = this.stones.get(square), hole = this.holes.has(square);
        const states = hole ? ['hole'] : [
          ground || ((file + rank) % 2 === 0 ? 'dark' : 'light'), selected === square && 'selected',
          last && (last.from === square || last.to === square) && 'last', ahead && (ahead.from === square || ahead.to === square) && 'ahead',
          position.check && stone && game.pieces[stone.piece].royal && stone.black === (position.turn === 'black') && 'check',
        ];
        layers[0].push(s('rect', {x, y, width: cell, height: cell, class: 'square ' + states.filter(Boolean).join(' '), 'data-square': hole ? null : square}));
        if (stone) layers[1].push(this.stone(stone, x, y));
        const dot = (kind) => layers[2].push(s('circle', {cx: x + 20, cy: y + 20, r: stone ? 18 : 7, class: stone ? `${kind} taken` : kind}));
        if (reached.has(square)) dot('target');
        if (seen.has(square)) dot('peek');
      }
    }
    layers[0].push(...lines(game, cell, (file, rank) => this.corner(file, rank), (file, rank) => file < game.files && rank < game.ranks && !this.holes.has(squareAt(file, rank))));
    if (this.extra) this.drawWaiting(layers, new Map(position.behind.map((p) => [p.square, p])), reached);
    this.svg.replaceChildren(...layers.flat(), ...this.names(), ...arrows.map((a) => this.arrow(a)));
    this.mark(this.cursor);
    if (glide) this.glide(glide);
  }

  // corner returns the upper left corner of a square.
  corner(file, rank) {
    return {
      x: (this.flip ? this.game.files - 1 - file : file) * cell,
      y: ((this.flip ? rank : this.game.ranks - 1 - rank) + this.extra) * cell,
    };
  }

  stone({square, piece, black}, x, y) {
    const drawn = glyph(this.game.pieces[piece], black, this.style);
    if (this.flip && this.game.look.men === 'tiles' && drawn.querySelector('[data-text]')) { // characters stand like their tile
      drawn.setAttribute('transform', `rotate(180) ${drawn.getAttribute('transform')}`);
    }
    return s('g', {class: black ? 'stone black' : 'stone white', 'data-at': square, 'data-symbol': this.game.pieces[piece].symbol, transform: `translate(${x + 20} ${y + 20})`}, drawn);
  }

  // glide shows how a piece comes to its square.
  glide({from, to}) {
    const stone = this.stoneOn(to);
    if (!stone || from === to || still.matches) return;
    const [a, b] = [from, to].map((sq) => this.corner(fileOf(sq), rankOf(sq)));
    const at = ({x, y}) => ({transform: `translate(${x + 20}px, ${y + 20}px)`});
    stone.animate([at(a), at(b)], {duration: glideTime, easing: 'ease-out'});
  }

  stoneOn(square) {
    return this.svg.querySelector(`.stone[data-at=${square}]`);
  }

  // drawWaiting draws the rows behind the first ranks, where each place stands for the
  // square in front of it.
  drawWaiting(layers, behind, reached) {
    for (const [home, row] of [[0, -1], [this.game.ranks - 1, this.game.ranks]]) {
      for (let file = 0; file < this.game.files; file++) {
        const square = squareAt(file, home), {x, y} = this.corner(file, row);
        layers[0].push(s('rect', {x, y, width: cell, height: cell, class: 'square waiting', 'data-square': square}));
        const stone = behind.get(square);
        if (stone) {
          const waiting = this.stone(stone, x, y);
          waiting.dataset.waits = true;
          layers[1].push(waiting);
        } else if (reached.has(square) && this.position.placing) layers[2].push(s('circle', {cx: x + 20, cy: y + 20, r: 7, class: 'target'}));
      }
    }
  }

  // names writes the files and ranks into the frame.
  names() {
    const list = [], bottom = (this.game.ranks + 2 * this.extra) * cell, right = this.game.files * cell;
    const name = (x, y, text) => list.push(s('text', {class: 'name', x, y: y + 4, 'text-anchor': 'middle'}, text));
    for (let file = 0; file < this.game.files; file++) {
      for (const y of [-rim / 2, bottom + rim / 2]) name(this.corner(file, 0).x + 20, y, String.fromCharCode(97 + file));
    }
    for (let rank = 0; rank < this.game.ranks; rank++) {
      for (const x of [-rim / 2, right + rim / 2]) name(x, this.corner(0, rank).y + 20, rank + 1);
    }
    return list;
  }

  arrow({from, to, rank, drawn}) {
    const [a, b] = [from, to].map((sq) => this.corner(fileOf(sq), rankOf(sq)));
    const dx = b.x - a.x, dy = b.y - a.y, length = Math.hypot(dx, dy);
    if (length === 0) return s('circle', {cx: a.x + 20, cy: a.y + 20, r: 17, class: `arrow ring arrow-${rank}${drawn ? '' : ' found'}`});
    const angle = Math.atan2(dy, dx) * 180 / Math.PI, w = 5 - rank;
    return s('path', {
      class: `arrow arrow-${rank}${drawn ? '' : ' found'}`, transform: `translate(${a.x + 20} ${a.y + 20}) rotate(${angle})`,
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
    if (!square || !this.keyed) return;
    const {x, y} = this.corner(fileOf(square), rankOf(square));
    this.svg.append(s('rect', {x: x + 1.5, y: y + 1.5, width: cell - 3, height: cell - 3, class: 'cursor'}));
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return; // the browser's own
    const step = {ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0]}[event.key];
    if (step && this.keyed) {
      event.preventDefault();
      this.walk(step);
    } else if ((event.key === 'Enter' || event.key === ' ') && this.cursor && this.keyed) {
      event.preventDefault();
      this.pick(this.cursor);
    } else if (event.key === 'Escape') {
      this.leave();
    }
  }

  // walk takes the cursor to the next square in a direction; at the edge it stays.
  walk(step) {
    const way = this.flip ? -1 : 1, {files, ranks} = this.game;
    let [file, rank] = this.cursor ? [fileOf(this.cursor), rankOf(this.cursor)] : [Math.floor(files / 2) - step[0] * way, -step[1] * way];
    do {
      file += step[0] * way;
      rank += step[1] * way;
      if (file < 0 || rank < 0 || file >= files || rank >= ranks) return this.cursor && say(this.describe(this.cursor));
    } while (this.holes.has(squareAt(file, rank)));
    this.cursor = squareAt(file, rank);
    this.mark(this.cursor);
    this.see?.(this.cursor);
    say(this.describe(this.cursor));
  }

  // scale returns the width of a square on the screen.
  get scale() {
    return this.svg.getScreenCTM().a * cell;
  }

  // under returns the square under the pointer. Where waiting pieces stand is the square before it, and holes are none; with holes it is
  // the other way round.
  under({clientX, clientY}, holes = false) {
    const at = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    const column = Math.floor(at.x / cell), row = Math.floor(at.y / cell) - this.extra, {files, ranks} = this.game;
    const file = this.flip ? files - 1 - column : column;
    let rank = this.flip ? row : ranks - 1 - row;
    if (this.extra && !holes && (rank === -1 || rank === ranks)) rank = Math.min(Math.max(rank, 0), ranks - 1);
    const inside = file >= 0 && file < files && rank >= 0 && rank < ranks;
    return inside && (holes || !this.holes.has(squareAt(file, rank))) ? squareAt(file, rank) : null;
  }

  // place returns where a square is on the screen.
  place(square) {
    const {x, y} = this.corner(fileOf(square), rankOf(square)), matrix = this.svg.getScreenCTM();
    const a = new DOMPoint(x, y).matrixTransform(matrix), b = new DOMPoint(x + cell, y + cell).matrixTransform(matrix);
    return {left: a.x, top: a.y, right: b.x, bottom: b.y};
  }
}
