// Setting up a position: the user chooses a piece and clicks squares.
import {icon, nameOf} from './glyphs.js';
import {field, choice, h, say} from './dom.js';

const most = 99; // equal pieces in a hand

export class SetUp {
  constructor(play) {
    this.play = play;
    this.active = false;
    this.palette = h('div', {class: 'palette'});
    this.hands = h('div', {class: 'pair'});
    this.wings = h('div', {class: 'wings'});
    this.turn = choice([['white', 'White'], ['black', 'Black']], 'white', (e) => (this.position.turn = e.target.value));
    this.passed = h('input', {type: 'text', autocomplete: 'off', spellcheck: 'false'});
    this.told = h('p', {class: 'note', role: 'status'});
    this.element = h('details', {class: 'set-up', ontoggle: () => this.toggle()}, h('summary', {}, 'Set up a position'),
      this.palette, this.hands, field('To move', this.turn), this.wings, field('Square open to a capture en passant, such as e3', this.passed), h('p', {class: 'buttons'},
        h('button', {type: 'button', onclick: () => this.clear()}, 'Clear the board'),
        h('button', {type: 'button', class: 'main', onclick: () => this.done()}, 'Play from here')), this.told);
  }

  close() {
    this.active = this.element.open = false;
  }

  toggle() {
    const {play} = this;
    this.active = this.element.open;
    this.told.textContent = '';
    if (play.position) play.clock.settle();
    if (this.active) {
      play.opponent.stop();
      const {pieces, behind, hand, walls, turn, castling} = play.position;
      this.position = {pieces: [...pieces], behind: [...behind], hand: hand.map((x) => ({...x})), walls, turn, check: false, legal: []};
      this.turn.value = turn;
      this.passed.value = play.position['en-passant'].replace('-', '');
      this.without = new Set(play.app.game.wings.map((w) => w.letter).filter((letter) => !castling.includes(letter)));
      this.piece = null;
      this.fill();
      this.fields();
    }
    play.draw();
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

  // fields shows the hands and the castling rights, where the game has them.
  fields() {
    const {game} = this.play.app, held = game.pieces.map((p, piece) => ({...p, piece})).filter((p) => p.holds);
    const count = (piece, black) => this.position.hand.find((x) => x.piece === piece && x.black === black)?.count ?? 0;
    this.hands.replaceChildren(...[false, true].flatMap((black) => held.map((p) => field(`${nameOf(p, black)} in hand`, h('input', {
      type: 'number', min: 0, max: most, value: count(p.piece, black), onchange: (e) => this.hold(p.piece, black, e.target.valueAsNumber || 0),
    })))));
    this.wings.replaceChildren(...game.wings.map((w) => h('label', {}, h('input', {type: 'checkbox', checked: !this.without.has(w.letter), onchange: (e) => {
      this.without[e.target.checked ? 'delete' : 'add'](w.letter);
    }}), ` ${w.black ? 'Black' : 'White'} may castle with ${w.partner}`)));
    this.passed.parentElement.hidden = !game.pieces.some((p) => p.pawn);
  }

  hold(piece, black, count) {
    const others = this.position.hand.filter((x) => x.piece !== piece || x.black !== black);
    this.position.hand = count > 0 ? [...others, {piece, black, count: Math.min(count, most)}] : others;
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
    this.passed.value = '';
    this.fields();
    this.play.draw();
  }

  async done() {
    const {pieces, behind, hand, walls, turn} = this.position, {app} = this.play;
    try {
      const {fen} = await app.client.call('set-up', {
        game: app.ref, pieces, behind, hand, walls, black: turn === 'black', without: [...this.without].join(''), 'en-passant': this.passed.value.trim(),
      });
      await this.play.begin({fen});
    } catch (error) {
      this.told.textContent = error.message;
      say(error.message);
    }
  }
}
