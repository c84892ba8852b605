// The tab "Play": a person against the engine, two people, or two engines.
import {analysis} from './analysis.js';
import {Board, icon, nameOf} from './board.js';
import {connect, stopped} from './client.js';
import {choice, field, h, say} from './dom.js';
import {exchange} from './exchange.js';
import {moveList, outcome, pickMove} from './moves.js';
import {setUp} from './setup.js';

const levels = [[50, '1: 50 positions a move'], [300, '2: 300'], [2000, '3: 2,000'], [10000, '4: 10,000'], [50000, '5: 50,000'], [300000, '6: 300,000'], [2000000, '7: 2 million']];
const people = [['person', 'a person'], ['engine', 'the engine']];
const watchPause = 400; // milliseconds between moves of the engine against itself

export function mount(element, app) {
  const play = new Play(app);
  play.lay(element);
  app.play = play;
  app.addEventListener('game', () => play.begin(app.start));
  app.addEventListener('style', () => play.draw());
}

export class Play {
  constructor(app) {
    this.app = app;
    this.players = {white: 'person', black: 'engine'};
    this.nodes = levels[1][0];
    this.flip = false;
    this.begun = 0; // counts changes that make replies of the engine stale
    this.board = new Board({pick: (square) => this.pick(square), drop: (from, to) => this.drop(from, to)});
    this.status = h('p', {class: 'status', id: 'status'});
    this.hand = h('div', {class: 'hand'});
    this.list = h('ol', {class: 'moves'});
    this.typed = h('input', {type: 'text', autocomplete: 'off', spellcheck: 'false'});
    this.selects = {};
  }

  get engine() {
    return (this.thinker ??= connect());
  }

  lay(element) {
    const button = (text, onclick, label) => h('button', {type: 'button', onclick, 'aria-label': label}, text);
    for (const side of ['white', 'black']) {
      this.selects[side] = choice(people, this.players[side], (e) => {
        this.players[side] = e.target.value;
        this.reply();
      });
    }
    const form = h('form', {class: 'typed', onsubmit: (e) => {
      e.preventDefault();
      this.type();
    }}, field('Your move as text, such as Nf3', this.typed), h('button', {type: 'submit'}, 'Move'));
    this.analysis = analysis(this);
    this.setUp = setUp(this);
    element.append(h('div', {class: 'columns play'},
      h('div', {class: 'table'}, this.board.element, this.hand, this.status, h('p', {class: 'buttons'},
        button('New game', () => this.begin({fen: '', moves: []})), button('Take back', () => this.takeBack()), button('Hint', () => this.hint()),
        button('Flip', () => this.turnBoard()), button('←', () => this.go(this.ply - 1), 'One move back'), button('→', () => this.go(this.ply + 1), 'One move forward'))),
      h('div', {class: 'side'},
        h('h2', {class: 'unseen'}, 'Players'),
        h('div', {class: 'pair'}, field('White is', this.selects.white), field('Black is', this.selects.black)),
        field('Level of the engine', choice(levels, this.nodes, (e) => (this.nodes = Number(e.target.value)))),
        form, h('h2', {}, 'Moves'), this.list, this.analysis.element, this.setUp.element, exchange(this))));
  }

  // begin sets up a position and plays moves from there.
  async begin({fen, moves}) {
    Object.assign(this, {fen, moves, ply: moves.length, line: []});
    this.selected = this.held = null;
    this.setUp.active = this.setUp.element.open = false;
    await this.update();
  }

  place(ply = this.ply) {
    return {game: this.app.ref, fen: this.fen, moves: this.moves.slice(0, ply)};
  }

  // update asks for the position and shows it.
  async update() {
    const turn = ++this.begun;
    this.thinker?.stop();
    this.arrows = [];
    this.selected = null;
    const known = Math.min(this.line.length, this.ply);
    try {
      const position = await this.app.client.call('position', {...this.place(), known});
      if (turn !== this.begun) return;
      this.position = position;
    } catch (error) {
      this.app.fail(error);
      return;
    }
    if (this.ply === this.moves.length) {
      this.line = [...this.line.slice(0, known), ...this.position.line];
      this.moves = this.line.map((m) => m.move);
    }
    if (!this.position.hand.some((x) => x.piece === this.held?.piece && x.black === this.held.black && this.isTurn(x.black))) {
      this.held = this.position.hand.find((x) => this.isTurn(x.black)) ?? null;
    }
    this.draw();
    this.analysis.begin();
    this.reply();
  }

  isTurn(black) {
    return black === (this.position.turn === 'black');
  }

  get over() {
    return this.position.result !== '*';
  }

  draw() {
    if (!this.position) return;
    const {position, app} = this, last = this.ply > 0 ? this.line[this.ply - 1] : null;
    const targets = this.setUp.active ? [] : position.placing ? position.legal.filter((m) => m.piece === this.held?.piece).map((m) => m.to)
      : position.legal.filter((m) => m.from === this.selected).map((m) => m.to);
    this.board.show(app.game, this.setUp.active ? this.setUp.position : position,
      {flip: this.flip, style: app.style, selected: this.selected, targets: this.mayMove ? targets : [], last: this.setUp.active ? null : last, arrows: this.arrows});
    this.status.textContent = outcome(position);
    this.list.replaceChildren(...moveList(this.line, this.ply, this.line[0]?.black, (ply) => this.go(ply)));
    this.list.querySelector('[aria-current]')?.scrollIntoView({block: 'nearest'});
    this.hand.replaceChildren(...this.handButtons());
  }

  // handButtons shows the pieces to be placed and those of the pool.
  handButtons() {
    const {position, app} = this;
    const held = position.hand.map((x) => h('button', {
      type: 'button', class: 'held', 'aria-pressed': x === this.held ? 'true' : 'false', disabled: !this.isTurn(x.black), onclick: () => {
        this.held = x;
        this.draw();
      },
    }, icon(app.game.pieces[x.piece], x.black, app.style), `${nameOf(app.game.pieces[x.piece], x.black)} × ${x.count}`));
    const pool = position.pool.map((x) => h('span', {class: 'held'}, icon(app.game.pieces[x.piece], x.black, app.style), `× ${x.count}`));
    return [held.length > 0 && h('span', {}, 'To be placed: '), ...held, pool.length > 0 && h('span', {}, 'Captured, to promote to: '), ...pool].filter(Boolean);
  }

  // mayMove reports whether it is a person's turn.
  get mayMove() {
    return !this.over && this.players[this.position.turn] === 'person';
  }

  // pick handles a click on a square.
  async pick(square) {
    if (this.setUp.active) return this.setUp.pick(square);
    if (!this.mayMove) return say(outcome(this.position));
    const {legal, placing} = this.position;
    if (placing) {
      const there = legal.filter((m) => m.to === square), chosen = there.filter((m) => m.piece === this.held?.piece);
      return this.choose(chosen.length ? chosen : there);
    }
    const reached = this.selected ? legal.filter((m) => m.from === this.selected && m.to === square) : [];
    if (reached.length) return this.choose(reached);
    const movable = square !== this.selected && legal.some((m) => m.from === square);
    this.selected = movable ? square : null;
    say(movable ? `${this.board.describe(square)} chosen` : this.board.describe(square));
    this.draw();
  }

  drop(from, to) {
    if (this.setUp.active || !this.mayMove) return;
    const reached = this.position.legal.filter((m) => m.from === from && m.to === to && m.kind !== 'placing');
    this.selected = null;
    if (reached.length) this.choose(reached);
    else this.draw();
  }

  // choose plays one of several moves, after a question if there is a choice or an explosion.
  async choose(moves) {
    if (moves.length === 0) return;
    const sure = moves.length === 1 && moves[0].kind !== 'explosion';
    const move = sure ? moves[0] : await pickMove(this.app, moves);
    if (move) this.make(move);
    else this.draw();
  }

  async make(move) {
    this.moves = [...this.moves.slice(0, this.ply), move.move];
    this.line = [...this.line.slice(0, this.ply), move];
    this.ply++;
    await this.update();
    say(`${move.black ? 'Black' : 'White'}: ${move.san}. ${outcome(this.position)}`);
  }

  async type() {
    const text = this.typed.value.trim();
    if (!text) return;
    try {
      const {line} = await this.app.client.call('position', {...this.place(), moves: [...this.place().moves, text], known: this.ply});
      this.typed.value = '';
      await this.make(line.at(-1));
    } catch (error) {
      say(error.message);
      this.status.textContent = error.message;
    }
  }

  // reply lets the engine move if it is its turn.
  async reply() {
    if (this.over || this.setUp.active || this.ply < this.moves.length || this.players[this.position.turn] !== 'engine') return;
    const turn = this.begun, alone = this.players.white === 'engine' && this.players.black === 'engine';
    this.status.textContent = `${outcome(this.position)} The engine thinks …`;
    try {
      const thought = await this.engine.call('think', {...this.place(), nodes: this.nodes});
      if (alone) await new Promise((done) => setTimeout(done, watchPause));
      if (turn === this.begun && thought.lines.length && this.players[this.position.turn] === 'engine') await this.make(thought.lines[0].best);
    } catch (error) {
      if (!stopped(error)) this.app.fail(error);
    }
  }

  // takeBack goes back to the last position with a person to move.
  takeBack() {
    if (this.ply === 0) return;
    let ply = this.ply - 1;
    const others = ['white', 'black'].some((side) => this.players[side] === 'person');
    while (ply > 0 && others && this.players[this.line[ply].black ? 'black' : 'white'] !== 'person') ply--;
    this.moves = this.moves.slice(0, ply);
    this.line = this.line.slice(0, ply);
    this.ply = ply;
    say('Taken back.');
    this.update();
  }

  go(ply) {
    if (ply < 0 || ply > this.moves.length) return;
    this.ply = ply;
    this.update();
  }

  choosePlayers(white, black) {
    this.players = {white, black};
    this.selects.white.value = white;
    this.selects.black.value = black;
  }

  turnBoard() {
    this.flip = !this.flip;
    this.draw();
  }

  async hint() {
    if (this.over) return;
    const turn = this.begun;
    try {
      const {lines} = await this.engine.call('think', {...this.place(), nodes: Math.max(20000, this.nodes)});
      if (turn !== this.begun || !lines.length) return;
      const {best} = lines[0];
      this.arrows = [{from: best.from, to: best.to, rank: 0}];
      this.draw();
      this.status.textContent = `Hint: ${best.san}`;
      say(`Hint: ${best.san}`);
    } catch (error) {
      if (!stopped(error)) this.app.fail(error);
    }
  }
}
