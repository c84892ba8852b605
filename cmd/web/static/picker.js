// Taking a piece and choosing its square: by clicks, by dragging, by the keyboard, and in
// advance while the engine thinks.
import {say} from './dom.js';
import {drag} from './drag.js';
import {icon, nameOf} from './glyphs.js';
import {bestFirst} from './moves.js';

// Picker knows the source that is taken: a square, or @ and the number of a piece in hand.
export class Picker {
  constructor(play) {
    this.play = play;
    this.selected = null;
    this.peek = null; // where a piece goes, whoever is to move
    this.ahead = null; // a move that is played as soon as it is possible
  }

  // begin prepares for a new position. A piece that waits to be placed is taken.
  begin() {
    const {position} = this.play, own = position.hand.find((x) => this.play.isTurn(x.black));
    this.peek = null;
    if (this.dragged && this.play.mayMove && this.movesOf(this.dragged).length) return;
    this.selected = position.placing && own ? `@${own.piece}` : null;
  }

  // marks returns what the board shows.
  marks() {
    const targets = !this.selected ? [] : this.play.mayMove ? this.movesOf(this.selected).map((m) => m.to) : this.peek?.targets ?? [];
    return {selected: this.selected, targets, peek: this.peek?.squares, ahead: this.ahead};
  }

  // movesOf returns the legal moves from a source: a square, or @ and the number of a piece in
  // hand.
  movesOf(source) {
    const {legal} = this.play.position;
    if (source.startsWith('@')) return legal.filter((m) => `@${m.held}` === source);
    return legal.filter((m) => m.from === source && m.held < 0 && m.kind !== 'pass');
  }

  press(event) {
    if (event.button === 2) return this.play.drawing.press(event);
    const square = this.play.board.under(event);
    if (!square) return;
    drag(event, {
      click: () => this.pick(square),
      take: () => {
        if (this.play.setUp.active) return null;
        this.select(square, true);
        const stone = this.play.board.stones.get(square);
        if (this.selected !== square || !stone) return null;
        this.dragged = square;
        return icon(this.play.app.game.pieces[stone.piece], stone.black, this.play.app.style);
      },
      size: () => this.play.board.scale, drop: (end) => this.dropAt(end), leave: () => this.leave(),
    });
    this.play.drawing.clear();
  }

  // pick handles a click on a square, or its choice by the keyboard.
  async pick(square) {
    if (this.play.setUp.active) return this.play.setUp.pick(square);
    if (this.selected && this.selected !== square && this.plan(square)) return;
    if (!this.play.mayMove) return this.select(square);
    const {legal, placing} = this.play.position;
    const reached = this.selected ? this.movesOf(this.selected).filter((m) => m.to === square) : [];
    if (placing && !reached.length) return this.play.choose(legal.filter((m) => m.to === square));
    if (reached.length) return this.play.choose(reached);
    this.select(square);
  }

  // select takes a piece, or puts it back. With stay a piece that is taken stays so, as does one
  // that waits to be placed. A piece without a move now shows where it goes on this board.
  select(source, stay = false) {
    const held = source.startsWith('@'), stone = this.play.board.stones.get(source), before = this.selected;
    const name = held ? nameOf(this.play.app.game.pieces[source.slice(1)], this.play.isTurn(this.play.mayMove)) : this.play.board.describe(source);
    const mine = this.play.mayMove ? this.movesOf(source).length > 0 : this.play.mayPlan && (held || stone && !this.play.isTurn(stone.black));
    this.peek = null;
    this.selected = mine && (stay || before !== source || held && this.play.position.placing) ? source : null;
    if (!this.play.mayMove || !mine) this.look(source, mine && this.selected !== null, before);
    say(this.selected ? `${name} chosen` : name);
    this.play.draw();
    if (stay && this.selected && !held) this.play.board.stoneOn(source)?.classList.add('lifted');
  }

  // look shows where a piece goes, whoever is to move; to plan a move, own pieces that it
  // protects and the squares of castling are targets, too.
  async look(source, planned, before) {
    const {play} = this, {begun, board, app} = play;
    if (source.startsWith('@')) {
      if (!planned) return;
      const squares = [...board.svg.querySelectorAll('[data-square]')].map((e) => e.dataset.square).filter((sq) => !board.stones.has(sq));
      this.peek = {source, targets: squares, squares: []};
      return;
    }
    if (!board.stones.has(source) || this.looked === source && before === null && !planned) {
      this.looked = null;
      return;
    }
    this.looked = source;
    const reach = await app.client.call('reach', {...play.place(), square: source}).catch(() => null);
    if (!reach || begun !== play.begun || this.looked !== source || (planned && this.selected !== source)) return;
    this.peek = planned ? {source, targets: [...reach.squares, ...reach.protected, ...reach.castling], squares: []} : {source, targets: [], squares: reach.squares};
    this.play.draw();
    if (!planned) say(`${board.describe(source)} goes to ${reach.squares.join(', ') || 'no square'}`);
  }

  // plan keeps a move for the time when it is possible, and reports whether it did.
  plan(to) {
    if (!this.play.mayPlan || !this.peek?.targets.includes(to)) return false;
    this.ahead = {source: this.selected, from: this.selected, to};
    this.selected = this.peek = null;
    say(`Kept for later: ${this.ahead.from} to ${to}`);
    this.play.draw();
    return true;
  }

  // playAhead plays the move that was kept if it is possible now.
  playAhead() {
    const {ahead} = this;
    if (!ahead || !this.play.mayMove) return false;
    this.ahead = null;
    const moves = this.movesOf(ahead.source).filter((m) => m.to === ahead.to);
    if (!moves.length) {
      say('The move kept for later is not possible.');
      this.play.draw();
      return false;
    }
    this.play.make(bestFirst(this.play.app.game, moves)[0]);
    return true;
  }

  // dropAt ends a drag over a square.
  dropAt(event) {
    const square = this.play.board.under(event), source = this.selected;
    this.dragged = null;
    if (!square || !source || square === source) return this.play.draw();
    if (this.play.mayPlan) return this.plan(square) || this.play.draw();
    const reached = this.movesOf(source).filter((m) => m.to === square);
    if (!reached.length) this.selected = null;
    if (reached.length) this.play.choose(reached, true);
    else this.play.draw();
  }

  // leave puts a piece back and forgets a move kept for later.
  leave() {
    Object.assign(this, {selected: null, peek: null, ahead: null, looked: null, dragged: null});
    this.begin();
    this.play.draw();
  }
}
