// Moves in words, and the menu for squares that stand for several moves.
import {icon} from './board.js';
import {h} from './dom.js';

// words describes a legal move where other moves have the same squares.
function words(game, move) {
  const piece = game.pieces[move.piece]?.name.replaceAll('-', ' ');
  switch (move.kind) {
    case 'placing': return `Place the ${piece}`;
    case 'castling': return piece ? `Castle, and the ${piece} enters` : 'Castle';
    case 'entry': return `The ${piece} enters`;
    case 'explosion': return 'Explode';
    case 'en passant': return `Capture en passant on ${move.extra}`;
    case 'locust': return `Capture also on ${move.extra}`;
  }
  return piece ? `Promote to ${piece}` : 'Move';
}

// pickMove asks the player to choose between moves; null stands for none.
export function pickMove(app, moves) {
  return new Promise((resolve) => {
    let chosen = null;
    const dialog = h('dialog', {class: 'menu', 'aria-label': 'Which move?', onclose: () => {
      dialog.remove();
      resolve(chosen);
    }});
    const button = (move) => h('button', {type: 'button', 'data-move': move.move, onclick: () => {
      chosen = move;
      dialog.close();
    }}, move.piece >= 0 && icon(app.game.pieces[move.piece], move.black, app.style), `${words(app.game, move)} (${move.san})`);
    dialog.append(h('h3', {}, 'Which move?'), ...moves.map(button), h('button', {type: 'button', onclick: () => dialog.close()}, 'None'));
    document.body.append(dialog);
    dialog.showModal();
  });
}

// reasons maps the reasons of results to phrases.
const reasons = {
  'n-move rule': 'by the n-move rule', repetition: 'by repetition', checkmate: 'by checkmate', stalemate: 'by stalemate',
  'insufficient material': 'for want of material', 'nothing to promote to': 'because there was nothing to promote to',
};

// outcome describes how a game ended, or who is to move.
export function outcome({result, reason, turn, check, placing}) {
  const why = reasons[reason] ?? reason;
  switch (result) {
    case '1-0': return `White wins ${why}.`;
    case '0-1': return `Black wins ${why}.`;
    case '1/2-1/2': return `Drawn ${why}.`;
  }
  const side = turn === 'white' ? 'White' : 'Black';
  return placing ? `${side} places a waiting piece.` : `${side} to move${check ? ', in check' : ''}.`;
}

// moveList lists moves in pairs; each is a button that goes to its ply.
export function moveList(line, ply, firstBlack, go) {
  const rows = [];
  const button = (i) => h('button', {type: 'button', class: 'plain', 'aria-current': i + 1 === ply ? 'step' : null, onclick: () => go(i + 1)}, line[i].san);
  for (let i = 0; i < line.length;) {
    const row = h('li', {});
    if (i === 0 && firstBlack) row.append('… ');
    row.append(button(i++));
    if (!(rows.length === 0 && firstBlack) && i < line.length && line[i].black !== line[i - 1].black) row.append(' ', button(i++));
    rows.push(row);
  }
  return rows;
}
