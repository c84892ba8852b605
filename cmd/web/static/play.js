// The tab "Play": a person against the engine, two people, or two engines.
import {About} from './about.js';
import {Bar} from './bar.js';
import {Board} from './board.js';
import {Clock} from './clock.js';
import {Drawing} from './drawing.js';
import {say} from './dom.js';
import {Mine} from './mine.js';
import {outcome, pickMove, sideName} from './moves.js';
import {Opponent} from './opponent.js';
import {Picker} from './picker.js';
import {Review} from './review.js';
import {knock} from './sound.js';
import {lay} from './table.js';
import {Tree, pathTo} from './tree.js';

export function mount(element, app) {
  const play = new Play(app);
  lay(element, play);
  app.play = play;
  app.addEventListener('game', () => play.begin(app.start));
  app.addEventListener('described', () => play.shown === app.ref && play.update());
  app.addEventListener('style', () => play.draw());
}

export class Play {
  constructor(app) {
    this.app = app;
    this.players = {white: 'person', black: 'engine'};
    this.flip = false;
    this.begun = 0; // counts changes that make replies of the engine stale
    this.tree = new Tree();
    this.node = this.tree.start;
    this.picker = new Picker(this);
    this.drawing = new Drawing(this);
    this.about = new About(app);
    this.board = new Board({
      pick: (square) => this.picker.pick(square), leave: () => this.picker.leave(), press: (e) => this.picker.press(e),
      see: (square, waits) => square && this.about.show((waits ? this.board.position.behind.find((p) => p.square === square) : this.board.stones.get(square)) ?? null),
    });
    this.board.element.append((this.bar = new Bar()).element);
    this.clock = new Clock(this);
    this.mine = new Mine(this);
    this.review = new Review(this);
    this.opponent = new Opponent(this);
  }

  // begin sets up a position and plays moves from there, in a tree if there is one, and reports whether it has. If it has not,
  // the board stays as it is, or shows the array of another game.
  async begin({fen = '', moves = [], tree = null, entry = null}, players = null) {
    const turn = ++this.begun, {client, ref: game} = this.app;
    this.opponent.stop();
    this.opponent.tell({});
    try {
      const position = await client.call('position', {game, fen, moves, known: 0});
      const {nodes} = tree ? await client.call('tree', {game, fen, nodes: tree.nodes}) : {};
      const kept = entry ?? (moves.length ? await this.mine.find({game, fen, moves}) : null);
      if (turn !== this.begun) return false;
      this.mine.start(kept);
      const grown = new Tree(Number((fen || this.app.game.fen).split(' ').at(-1)) || 1);
      if (tree) grown.read(tree.comment, nodes);
      Object.assign(this, {fen, tree: grown, node: position.line.reduce((node, move) => grown.add(node, move), grown.start), shown: game});
      if (kept?.late) grown.end().late = kept.late;
      if (players) this.choosePlayers(...players);
      this.picker.ahead = null;
      this.setUp.close();
      this.clock.begin();
      this.settle(position);
      return true;
    } catch (error) {
      this.app.fail(error);
      if (turn !== this.begun) return false;
      if (this.shown === game) await this.update();
      else if (fen || moves.length || tree) await this.begin({}); // what can be shown
      return false;
    }
  }

  // renew begins a new game, with another array if the game shuffles it. The one before can be gone back to.
  async renew() {
    const {client, ref: game} = this.app, turn = ++this.begun, before = this.mine.entry();
    try {
      await this.app.settle();
      const {fen} = this.app.game.shuffled ? await client.call('array', {game, seed: crypto.getRandomValues(new Uint32Array(1))[0]}) : {};
      if (turn !== this.begun || !await this.begin({fen})) return;
      this.app.keep(true);
      this.mine.left(before);
    } catch (error) {
      this.app.fail(error);
    }
  }

  place(node = this.node) {
    return {game: this.app.ref, fen: this.fen, moves: pathTo(node).map((n) => n.move.move)};
  }

  // update asks for the position and shows it; made is the move that led to it.
  async update(made) {
    const turn = ++this.begun;
    this.opponent.stop();
    try {
      const position = await this.app.client.call('position', {...this.place(), known: this.node.ply});
      if (turn === this.begun) this.settle(position, made);
    } catch (error) {
      this.app.fail(error);
    }
  }

  settle(position, made) {
    const men = (p) => p?.pieces.length;
    if (made) knock(men(position) < men(this.position));
    Object.assign(this, {position, arrows: []});
    this.clock.settle(made);
    this.picker.begin();
    this.drawing.list = [];
    this.notation.show(this.tree, this.node);
    this.draw(made?.carried || ['pass', 'drop', 'placing'].includes(made?.kind) ? null : made);
    this.analysis.begin();
    this.app.keep();
    this.mine.changed();
    this.review.settle();
    if (!this.picker.playAhead()) this.opponent.reply();
  }

  isTurn(black) {
    return black === (this.position.turn === 'black');
  }

  get over() {
    return this.position.result !== '*';
  }

  // mayMove reports whether it is a person's turn, and mayPlan whether a person may choose a
  // move while the engine thinks.
  get mayMove() {
    return !this.setUp.active && !this.over && this.players[this.position.turn] === 'person';
  }

  get mayPlan() {
    const other = this.position.turn === 'white' ? 'black' : 'white';
    return !this.setUp.active && !this.over && !this.mayMove && this.players[other] === 'person' && !this.node.children.length;
  }

  // holds reports whether a person may use the hand of a side now.
  holds(black) {
    return this.setUp.active || (this.isTurn(black) ? this.mayMove : this.mayPlan);
  }

  draw(glide = null) {
    if (!this.position) return;
    const {position, app, setUp, flip, arrows} = this, {game, style} = app;
    if (setUp.active) this.board.show(game, setUp.position, {flip, style});
    else this.board.show(game, position, {flip, style, arrows: [...arrows, ...this.drawing.list], glide, last: this.node.move, ...this.picker.marks()});
    this.board.element.dataset.fen = position.fen;
    this.tell(this.saying());
    this.strips.far.show(!this.flip);
    this.strips.near.show(this.flip);
    this.passButton.hidden = !this.mayMove || !position.legal.some((m) => m.kind === 'pass');
  }

  tell(text) {
    this.status.textContent = text;
  }

  // saying describes the position; a pass is not to be seen on the board.
  saying() {
    const {move} = this.node;
    return `${move?.kind === 'pass' ? `${sideName(move.black)} passes. ` : ''}${outcome(this.position)}`;
  }

  // choose plays one of several moves, after a question if there is a choice or an explosion.
  async choose(moves, carried = false) {
    if (moves.length === 0) return;
    const sure = moves.length === 1 && moves[0].kind !== 'explosion', {begun} = this;
    const move = sure ? moves[0] : await pickMove(this.app, moves, this.board.place(moves[0].to));
    if (begun !== this.begun) return;
    this.picker.begin();
    if (move) this.make(move, carried);
    else this.draw();
  }

  async make(move, carried = false) {
    this.node = this.tree.add(this.node, move);
    await this.update({...move, carried});
    say(move.kind === 'pass' ? this.saying() : `${sideName(move.black)}: ${move.san}. ${outcome(this.position)}`);
  }

  pass() {
    const move = this.position.legal.find((m) => m.kind === 'pass');
    if (move) this.make(move);
  }

  // takeBack goes back to the last position with a person to move.
  takeBack() {
    let {node} = this;
    if (!node.parent) return;
    const person = ({move}) => this.players[move.black ? 'black' : 'white'] === 'person';
    const others = ['white', 'black'].some((side) => this.players[side] === 'person');
    while (node.parent.parent && others && !person(node)) node = node.parent;
    say('Taken back.');
    this.remove(node);
  }

  // remove deletes a move and all that follows.
  remove(node) {
    this.tree.remove(node);
    this.picker.ahead = null;
    this.go(node.parent);
  }

  go(node) {
    if (!node) return;
    this.node = node;
    this.update();
  }
}
