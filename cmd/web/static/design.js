// A game as the workshop has it: {title, files, ranks, holes, stones, kinds, rules}, where stones maps squares to {piece, black}.
import {fileOf, rankOf, squareAt} from './board.js';

export const copyOf = (d) => ({...d, holes: new Set(d.holes), stones: new Map(d.stones), kinds: d.kinds.map((kind) => ({...kind})), rules: [...d.rules]});

// both clears a square and, if sides are alike, its mirror square; then a stone goes to another square.
export function both(d, alike, square, stone, clear, to = null) {
  const mirrored = (sq) => squareAt(fileOf(sq), d.ranks - 1 - rankOf(sq)), other = mirrored(square), there = d.stones.get(other);
  const twice = alike && other !== square && (!stone || !there || there.piece === stone.piece);
  clear(square);
  if (twice) clear(other);
  if (!to) return;
  const place = (at, what) => {
    d.holes.delete(at);
    d.stones.set(at, what);
  };
  place(to, stone);
  if (twice && mirrored(to) !== to) place(mirrored(to), {piece: stone.piece, black: !stone.black});
}

// widen changes the number of files; the array stays in the middle.
export function widen(d, files) {
  const by = Math.floor(files / 2) - Math.floor(d.files / 2), moved = (square) => squareAt(fileOf(square) + by, rankOf(square));
  const fits = (square) => fileOf(square) + by >= 0 && fileOf(square) + by < files;
  d.stones = new Map([...d.stones].filter(([square]) => fits(square)).map(([square, stone]) => [moved(square), stone]));
  d.holes = new Set([...d.holes].filter(fits).map(moved));
  d.files = files;
}

// lengthen changes the number of ranks; Black's pieces stay on their side of the board.
export function lengthen(d, ranks) {
  const moved = [...d.stones].map(([square, stone]) => [stone.black ? squareAt(fileOf(square), rankOf(square) + ranks - d.ranks) : square, stone]);
  d.stones = new Map(moved.filter(([square]) => rankOf(square) >= 0));
  d.ranks = ranks;
}
