// Numbers and small figures of the measurements.
import {h, s} from './dom.js';

// fixed formats a number with some digits, and no sign before a zero.
const fixed = (x, digits) => x.toFixed(digits).replace(/^-(?=[0.]*$)/, '').replace('-', '−');

// shown formats a number in its unit, or null if the games do not determine it; shares become percentages, and differences of shares points.
export function shown(x, unit, share = '%') {
  if (x === null) return '?';
  return unit?.startsWith('share') ? `${fixed(100 * x, 1)} ${share}` : fixed(x, 2);
}

// range formats an interval.
export function range({estimate, lo, hi}, unit, share) {
  if (estimate === null || (lo === null && hi === null)) return 'not known yet';
  if (lo === hi) return 'by definition';
  return `${lo === null ? '−∞' : shown(lo, unit, share)} to ${hi === null ? '∞' : shown(hi, unit, share)}`;
}

// counted writes a number of things, and lasting a time.
export const counted = (n, thing) => `${n} ${thing}${n === 1 ? '' : 's'}`;

export const lasting = (seconds) => (seconds < 90 ? counted(Math.max(1, Math.round(seconds)), 'second') : counted(Math.round(seconds / 60), 'minute'));

// bar draws a value with its interval on an axis from 0 to max.
export function bar({estimate, lo, hi}, max) {
  const width = 160, at = (x) => Math.min(Math.max(x / max, 0), 1) * width;
  if (estimate === null) return '';
  const low = lo ?? 0, high = hi ?? max;
  return s('svg', {class: 'bar', viewBox: `-4 0 ${width + 8} 16`, 'aria-hidden': 'true'},
    s('rect', {x: 0, y: 5, width: at(estimate), height: 6, class: 'amount'}),
    lo === hi ? null : s('path', {d: `M${at(low)} 8 H${at(high)} M${at(low)} 3 V13 M${at(high)} 3 V13`, class: 'whisker'}));
}

// curves draws the values over the number of pairs of games.
export function curves(history) {
  const width = 640, height = 300, left = 40, right = 110, bottom = 26, first = history[0], last = history.at(-1);
  const known = last.values.filter((v) => v.known);
  if (!known.length) return '';
  const top = 1.3 * Math.max(...known.map((v) => v.value.estimate));
  const x = (pairs) => left + (width - left - right) * (pairs - first.pairs) / Math.max(1, last.pairs - first.pairs);
  const y = (value) => height - bottom - (height - bottom - 8) * Math.min(Math.max(value, 0), top) / top;
  const series = known.map((v, i) => {
    const points = history.map(({pairs, values}) => [pairs, values.find((w) => w.name === v.name).value.estimate]).filter(([, value]) => value !== null);
    return {name: v.name.replaceAll('-', ' '), at: y(v.value.estimate), tone: i % 6, dashed: i % 12 >= 6, line: points.map(([pairs, value]) => `${x(pairs)},${y(value)}`).join(' ')};
  }).sort((a, b) => a.at - b.at);
  series.forEach((c, i) => (c.label = Math.max(c.at, i ? series[i - 1].label + 14 : 12))); // keep labels apart
  const over = Math.max(0, series.at(-1).label - (height - bottom)); // labels below the axis push the others up
  for (let i = series.length - 1, limit = height - bottom; over && i >= 0; i--, limit -= 14) series[i].label = Math.min(series[i].label, limit);
  const tone = (c, kind) => `${kind} tone-${c.tone}${c.dashed ? ' dashed' : ''}`;
  return h('figure', {class: 'curves'}, s('svg', {viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': 'How the values have settled. The table has the numbers.'},
    [0, 0.25, 0.5, 0.75, 1].map((share) => [s('path', {class: 'grid', d: `M${left} ${y(share * top)} H${width - right}`}),
      s('text', {class: 'tick', x: left - 5, y: y(share * top) + 4, 'text-anchor': 'end'}, (share * top).toFixed(1))]),
    series.map((c) => s('polyline', {class: tone(c, 'line'), points: c.line})),
    series.map((c) => [s('path', {class: tone(c, 'lead'), d: `M${width - right} ${c.at} L${width - right + 6} ${c.label}`}), s('text', {class: 'tick', x: width - right + 9, y: c.label + 4}, c.name)]),
    s('text', {class: 'tick', x: left, y: height - 8}, `${first.pairs} pairs`), s('text', {class: 'tick', x: width - right, y: height - 8, 'text-anchor': 'end'}, `${last.pairs} pairs`)),
  h('figcaption', {}, 'How the values have settled'));
}
