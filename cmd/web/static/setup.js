// Setting up a position: the user chooses a piece and clicks squares.
import {icon, nameOf} from './board.js';
import {field, choice, h, say} from './dom.js';

export const setUp = (play) => new SetUp(play);

class SetUp {
  constructor(play) {
    this.play = play;
    this.active = false;
    this.palette = h('div', {class: 'palette'});
    this.turn = choice([['white', 'White'], ['black', 'Black']], 'white', (e) => (this.position.turn = e.target.value));
    this.told = h('p', {class: 'note', role: 'status'});
    this.element = h('details', {class: 'set-up', ontoggle: () => this.toggle()}, h('summary', {}, 'Set up a position'),
      this.palette, field('To move', this.turn), h('p', {class: 'buttons'},
        h('button', {type: 'button', onclick: () => this.clear()}, 'Clear the board'),
        h('button', {type: 'button', class: 'main', onclick: () => this.done()}, 'Play from here')), this.told);
  }

  toggle() {
    this.active = this.element.open;
    this.told.textContent = '';
    if (this.active) {
      this.play.thinker?.stop();
      const {pieces, behind, hand, walls, turn} = this.play.position;
      this.position = {pieces: [...pieces], behind: [...behind], hand: [...hand], walls, turn, check: false, legal: []};
      this.turn.value = turn;
      this.piece = null;
      this.fill();
    }
    this.play.draw();
  }

  fill() {
    const {app} = this.play, {game} = app;
    const button = (piece, black) => h('button', {
      type: 'button', 'aria-pressed': this.piece && this.piece.piece === piece && this.piece.black === black ? 'true' : 'false',
      'aria-label': nameOf(game.pieces[piece], black), onclick: () => this.take({piece, black}),
    }, icon(game.pieces[piece], black, app.style));
    this.palette.replaceChildren(...[false, true].map((black) => h('div', {}, game.pieces.map((_, i) => button(i, black)))),
      h('button', {type: 'button', 'aria-pressed': this.piece ? 'false' : 'true', onclick: () => this.take(null)}, 'Remove'));
  }

  take(piece) {
    this.piece = piece;
    this.fill();
  }

  pick(square) {
    this.position.pieces = this.position.pieces.filter((p) => p.square !== square);
    if (this.piece) this.position.pieces.push({square, ...this.piece});
    else this.position.behind = this.position.behind.filter((p) => p.square !== square);
    this.play.draw();
    say(this.play.board.describe(square));
  }

  clear() {
    Object.assign(this.position, {pieces: [], behind: [], hand: [], walls: []});
    this.play.draw();
  }

  async done() {
    const {pieces, behind, hand, walls, turn} = this.position, {app} = this.play;
    try {
      const {fen} = await app.client.call('set-up', {game: app.ref, pieces, behind, hand, walls, black: turn === 'black'});
      await this.play.begin({fen, moves: []});
    } catch (error) {
      this.told.textContent = error.message;
      say(error.message);
    }
  }
}
