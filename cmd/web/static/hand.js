// The strips beside the board: pieces in hand and captured pieces of each side.
import {h} from './dom.js';
import {drag} from './drag.js';
import {icon, nameOf} from './glyphs.js';
import {sideName} from './moves.js';

// Strip shows what a side holds and what it has captured.
export class Strip {
  constructor(play) {
    this.play = play;
    this.element = h('div', {class: 'strip', role: 'group'});
  }

  show(black) {
    const {position, app} = this.play, {pieces} = app.game;
    const focused = this.element.contains(document.activeElement) ? document.activeElement.dataset.held : null;
    const of = (list, side = black) => list.filter((x) => x.black === side);
    const small = (x) => h('span', {class: 'gone'}, icon(pieces[x.piece], x.black, app.style), x.count > 1 && `${x.count}`);
    const listed = (text, list) => list.length > 0 && h('span', {class: 'captured', role: 'img', title: text, 'aria-label': `${text}: ${list.map((x) => `${x.count} ${nameOf(pieces[x.piece], x.black)}`).join(', ')}`}, list.map(small));
    this.element.setAttribute('aria-label', `${sideName(black)}: hand and captured pieces`);
    this.element.replaceChildren(...[of(position.hand).map((x) => this.button(x)), listed('Captured', of(position.captured, !black)), listed('Captured, to promote to', of(position.pool)), this.play.clock.faces[black ? 'black' : 'white']].flat().filter(Boolean));
    this.element.querySelector(`[data-held="${focused}"]`)?.focus();
  }

  // button is a kind of piece in hand, to be chosen or dragged to a square.
  button(x) {
    const {play} = this, piece = play.app.game.pieces[x.piece], source = `@${x.piece}`, name = `${nameOf(piece, x.black)} × ${x.count}`;
    const mine = play.holds(x.black);
    return h('button', {
      type: 'button', class: 'held', title: name, 'aria-label': `${name}, in hand`, 'data-held': x.piece, 'aria-pressed': mine && play.picker.selected === source ? 'true' : 'false', disabled: !mine,
      onclick: (e) => { // by the keyboard
        if (e.detail !== 0) return;
        play.picker.select(source);
        if (play.picker.selected) play.board.svg.focus();
      },
      onpointerdown: (e) => drag(e, {
        click: () => play.picker.select(source),
        take: () => {
          play.picker.select(source, true);
          return icon(piece, x.black, play.app.style);
        },
        size: () => play.board.scale, drop: (end) => play.picker.dropAt(end), leave: () => play.picker.leave(),
      }),
    }, icon(piece, x.black, play.app.style), `${x.count}`);
  }
}
