// What boards have beside squares: crossing lines, a river, the diagonals of palaces.
import {s} from './dom.js';

// groundOf names how the squares of a game are drawn.
export const groundOf = ({look}) => (look.points ? 'point' : look.men === 'tiles' ? 'field' : '');

// lines returns the lines of a game with a river or palaces, in squares of a size. at(file,
// rank) is the upper left corner of a square, and has whether there is one.
export function lines({files, ranks, look}, cell, at, has) {
  const river = [], ways = [];
  const line = (...ends) => ways.push(ends.map(([file, rank], i) => {
    const {x, y} = at(file, rank);
    return `${'ML'[i]}${x + cell / 2} ${y + cell / 2}`;
  }).join(''));
  for (let rank = 0; look.points && rank < ranks; rank++) {
    for (let file = 0; file < files; file++) {
      const bank = rank + 1 === look.river && file > 0 && file < files - 1;
      if (!has(file, rank)) continue;
      if (has(file + 1, rank)) line([file, rank], [file + 1, rank]);
      if (has(file, rank + 1) && !bank) line([file, rank], [file, rank + 1]);
    }
  }
  for (const area of look.palaces ?? []) {
    const [[a, b], [c, d]] = area.split('-').map((name) => [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1]);
    line([a, b], [c, d]);
    line([a, d], [c, b]);
  }
  if (look.points && look.river) {
    const a = at(0, look.river), b = at(files - 1, look.river - 1);
    const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)].map((v) => v + cell / 2);
    river.push(s('rect', {class: 'river', x, y, width: (files - 1) * cell, height: cell}));
  }
  return ways.length ? [...river, s('path', {class: 'lines', d: ways.join('')})] : [];
}
