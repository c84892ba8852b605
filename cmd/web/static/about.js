// What a piece of the board is: its name, moves and rough value.
import {h} from './dom.js';
import {icon, nameOf} from './glyphs.js';

export class About {
  constructor(app) {
    this.app = app;
    this.element = h('p', {class: 'about-piece'});
    this.show(null);
  }

  // show tells of a stone {piece, black}; without one it says how to ask.
  show(stone) {
    const {app} = this, piece = stone && app.game.pieces[stone.piece], key = stone ? `${stone.piece} ${stone.black} ${app.style} ${app.game.name}` : '';
    if (key === this.key) return;
    this.key = key;
    if (!piece) return this.element.replaceChildren('Point at a piece, or tap it, to read what it is.');
    const moves = piece.moves.map(({betza}) => betza).join(', then '), worth = piece.worth / 100;
    this.element.replaceChildren(icon(piece, stone.black, app.style), h('b', {}, ` ${nameOf(piece, stone.black)}`), ` ${moves}`,
      piece.royal || !worth ? '' : `; the engine takes it for about ${worth.toFixed(1)} pawns`);
  }
}
