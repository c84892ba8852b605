// Moves in words, and the menu for squares that stand for several moves.
import {icon} from './glyphs.js';
import {h} from './dom.js';

// words describes a legal move where other moves have the same squares.
function words(game, move) {
  const piece = game.pieces[move.piece]?.name.replaceAll('-', ' ');
  switch (move.kind) {
    case 'placing': return `Place the ${piece}`;
    case 'drop': return `Drop the ${piece}`;
    case 'pass': return 'Pass';
    case 'castling': return piece ? `Castle, and the ${piece} enters` : 'Castle';
    case 'entry': return `The ${piece} enters`;
    case 'explosion': return 'Explode';
    case 'en passant': return `Capture en passant on ${move.extra}`;
    case 'locust': return `Capture also on ${move.extra}`;
  }
  return piece ? `Promote to ${piece}` : 'Move';
}

// bestFirst sorts moves by the worth of the piece that they bring.
export function bestFirst(game, moves) {
  const worth = ({piece}) => (piece < 0 ? 0 : game.pieces[piece].worth);
  return [...moves].sort((a, b) => worth(b) - worth(a));
}

// pickMove asks the player to choose between moves, next to a place on the screen; null
// stands for none.
export function pickMove(app, moves, place) {
  return new Promise((resolve) => {
    let chosen = null, pressed = false; // the click of the tap that opened the menu is none on it
    const dialog = h('dialog', {class: 'menu', 'aria-label': 'Which move?', onclose: () => {
      dialog.remove();
      resolve(chosen);
    }, onpointerdown: () => (pressed = true), onclick: (e) => e.target === dialog && dialog.close()});
    dialog.addEventListener('click', (e) => e.detail && !pressed && e.stopImmediatePropagation(), true);
    const button = (move) => h('button', {type: 'button', 'data-move': move.move, onclick: () => {
      chosen = move;
      dialog.close();
    }}, move.piece >= 0 && icon(app.game.pieces[move.piece], move.black, app.style), `${words(app.game, move)} (${move.san})`);
    dialog.append(h('div', {class: moves.length > 5 ? 'choices many' : 'choices'}, bestFirst(app.game, moves).map(button),
      h('button', {type: 'button', onclick: () => dialog.close()}, 'None')));
    document.body.append(dialog);
    dialog.showModal();
    const {width, height} = dialog.getBoundingClientRect(), edge = 4;
    const within = (at, size, room) => Math.max(edge, Math.min(at, room - size - edge));
    const beside = place.right + width + edge <= innerWidth ? place.right : place.left - width;
    dialog.style.left = `${within(beside, width, innerWidth)}px`;
    dialog.style.top = `${within(place.top, height, innerHeight)}px`;
  });
}

// reasons maps the reasons of results to phrases.
const reasons = {
  'checkmate': 'by checkmate', 'stalemate': 'by stalemate', 'repetition': 'by repetition', 'n-move rule': 'by the n-move rule',
  'insufficient material': 'for want of material', 'nothing to promote to': 'because there was nothing to promote to',
  'royal piece blown up': 'because the royal piece was blown up', 'both sides passed': 'because both sides passed',
  'mate by a drop': 'because this drop may not mate', 'loss of pieces': 'by the loss of pieces', 'goal reached': 'because the goal was reached',
  'time forfeit': 'on time', 'checks given': 'by the number of checks', 'pieces in line': 'by pieces in a line',
};

// lost is the result if a side has lost.
export const lost = (side) => (side === 'white' ? '0-1' : '1-0');

export const sideName = (black) => (black ? 'Black' : 'White');

// outcome describes how a game ended, or who is to move.
export function outcome({result, reason, turn, check, placing}) {
  const why = reasons[reason] ?? `(${reason})`;
  switch (result) {
    case '1-0': return `White wins ${why}.`;
    case '0-1': return `Black wins ${why}.`;
    case '1/2-1/2': return `Drawn ${why}.`;
  }
  const side = sideName(turn === 'black');
  return placing ? `${side} places a waiting piece.` : `${side} to move${check ? ', in check' : ''}.`;
}
