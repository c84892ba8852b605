// The results of a measurement as tables.
import {h} from './dom.js';
import {bar, curves, range, shown} from './figures.js';
import {icon} from './glyphs.js';

// results returns what is shown of a run {request, values, history}; game is the one that is
// measured.
export function results({request, values, history}, game, style) {
  const parts = request.wins ? winners(values) : request.other ? differences(values) : worth(values, game, style);
  parts.push(...(values.copies || []).map((text) => h('p', {class: 'note'}, `${text}.`)));
  if (request.wins) parts.push(h('p', {class: 'note'}, values.wins ? 'With 95 % probability all intervals hold throughout the measurement, so you can stop at any time. The program asks several players, and stronger ones:' : 'An answer appears after 6 pairs at each strength.'),
    values.wins && h('pre', {tabindex: 0}, values.command.replace('%s', () => named(request, game))));
  else if (!values.values.length && !values.measures.length) parts.push(h('p', {class: 'note'}, 'Values appear after 20 pairs.'));
  else parts.push(h('p', {class: 'note'}, 'With 95 % probability the interval of a value holds throughout the measurement, so you can watch it and stop at any time. The program gives the same values, with narrower intervals because it measures once: '),
    h('pre', {tabindex: 0}, values.command.replace('%s', () => named(request, game))));
  if (!request.other && !request.wins && history.length > 1) parts.push(curves(history));
  return parts;
}

// named returns the games and their changed rules as arguments of the program.
function named({game, other}, {name}) {
  const quote = (r) => (/^[\w=.,:-]*$/.test(r) ? r : `'${r.replaceAll("'", "'\\''")}'`);
  const flags = (flag, rules) => rules.map((r) => ` --${flag} ${quote(r)}`).join('');
  const file = game.name || `${name}.toml`;
  if (!other) return file + flags('rule', game.rules);
  if (other.text !== game.text) return `${file} OTHER.toml${flags('rule', game.rules)}`;
  const shared = game.rules.filter((r) => other.rules.includes(r)), only = (a, b) => a.rules.filter((r) => !b.rules.includes(r));
  return file + flags('both', shared) + flags('rule', only(game, other)) + flags('against', only(other, game));
}

const heads = (texts) => h('thead', {}, h('tr', {}, texts.map((text, i) => (text ? h('th', {scope: 'col', class: i ? 'number' : null}, text) : h('td')))));

// worth shows values, those that the games tell first, from strong to weak.
function worth({values, scale, pairs}, game, style) {
  if (!values.length) return [];
  const ordered = [...values].sort((a, b) => b.known - a.known || b.known * (b.value.estimate - a.value.estimate));
  const max = 2 * Math.max(...ordered.map((v) => (v.known ? v.value.estimate : 0)));
  return [h('table', {class: 'values'},
    h('caption', {}, `Values in ${scale}, after ${pairs} pairs of games`), heads(['Piece', 'Value', 'Interval', '']),
    h('tbody', {}, ordered.map((v) => h('tr', {'data-piece': v.name}, h('th', {scope: 'row'}, icon(game.pieces[v.piece], false, style), ' ', v.name.replaceAll('-', ' ')),
      h('td', {class: 'number'}, v.known ? shown(v.value.estimate) : 'not known yet'), h('td', {class: 'number interval'}, range(v.value)), h('td', {}, v.known && bar(v.value, max))))))];
}

// winners shows who wins, by strength.
function winners({wins}) {
  if (!wins) return [];
  return [h('p', {class: 'answer'}, wins.answer), h('table', {class: 'values'},
    h('caption', {}, `The score of ${wins.whose}, after ${wins.pairs} pairs of games at each strength`), heads(['Positions a move', 'Score', 'Interval', 'Draws', '']),
    h('tbody', {}, wins.curves[0].rungs.map((r) => h('tr', {}, h('th', {scope: 'row'}, r.nodes.toLocaleString('en')), h('td', {class: 'number'}, shown(r.curve.estimate, 'share')),
      h('td', {class: 'number interval'}, range(r.curve, 'share')), h('td', {class: 'number'}, shown(r.draws.estimate, 'share')), h('td', {}, bar(r.curve, 1))))))];
}

function differences(values) {
  if (!values.measures.length) return [];
  return [h('p', {class: 'answer'}, values.headline), h('table', {class: 'values'},
    h('caption', {}, `After ${values.pairs} pairs of games on each side; ${values.identical} games went the same way`),
    heads(['Measure', ...values.labels, 'Difference', 'Interval']),
    h('tbody', {}, values.measures.map((m) => {
      const clear = m.difference.lo > 0 || m.difference.hi < 0;
      return h('tr', {class: clear ? 'clear' : null}, h('th', {scope: 'row'}, m.label, clear && ' ●'), [m.first, m.second].map((v) => h('td', {class: 'number'}, shown(v.estimate, m.unit))),
        h('td', {class: 'number'}, shown(m.difference.estimate, m.unit, 'points')), h('td', {class: 'number'}, range(m.difference, m.unit, 'points')));
    }))), h('p', {class: 'note'}, '● marks differences whose interval leaves out 0. With many measures, one of twenty marks may be chance.')];
}
