// Numbers and small figures of the measurements.
import {h, s} from './dom.js';

const minus = (text) => text.replace('-', '−');

// number writes a value; null is one that the games do not tell.
export const number = (x) => (x === null ? '?' : minus(x.toFixed(2)));

// shown writes a number in its unit: shares are percentages.
export function shown(x, unit) {
  if (x === null) return '?';
  return unit?.startsWith('share') ? `${minus((100 * x).toFixed(1))} %` : minus(x.toFixed(2));
}

// range writes an interval.
export function range({estimate, lo, hi}, unit) {
  if (estimate === null || (lo === null && hi === null)) return 'not known yet';
  if (lo === hi) return 'by definition';
  return `${lo === null ? '−∞' : shown(lo, unit)} to ${hi === null ? '∞' : shown(hi, unit)}`;
}

// bar draws a value with its interval on an axis from 0 to most.
export function bar({estimate, lo, hi}, most) {
  const width = 160, at = (x) => Math.min(Math.max(x / most, 0), 1) * width;
  if (estimate === null) return '';
  const low = lo ?? 0, high = hi ?? most;
  return s('svg', {class: 'bar', viewBox: `-4 0 ${width + 8} 16`, 'aria-hidden': 'true'},
    s('rect', {x: 0, y: 5, width: at(estimate), height: 6, class: 'amount'}),
    lo === hi ? null : s('path', {d: `M${at(low)} 8 H${at(high)} M${at(low)} 3 V13 M${at(high)} 3 V13`, class: 'whisker'}));
}

// curves shows how values have settled: estimates with their intervals over pairs.
export function curves(history) {
  const width = 640, height = 320, left = 34, right = 96, bottom = 26, last = history.at(-1);
  const known = last.values.filter((v) => v.value.estimate !== null && v.value.lo !== v.value.hi);
  if (!known.length) return '';
  const top = 1.6 * Math.max(1, ...known.map((v) => v.value.estimate));
  const x = (pairs) => left + (width - left - right) * (pairs - history[0].pairs) / Math.max(1, last.pairs - history[0].pairs);
  const y = (value) => height - bottom - (height - bottom - 8) * Math.min(Math.max(value, 0), top) / top;
  const series = known.map((v, i) => {
    const points = history.map((h) => ({pairs: h.pairs, ...h.values.find((w) => w.name === v.name).value})).filter((p) => p.estimate !== null);
    const line = points.map((p) => `${x(p.pairs)},${y(p.estimate)}`).join(' ');
    const band = [...points.map((p) => `${x(p.pairs)},${y(p.hi ?? top)}`), ...points.map((p) => `${x(p.pairs)},${y(p.lo ?? 0)}`).reverse()].join(' ');
    return {name: v.name, at: y(v.value.estimate), tone: i % 6, band, line};
  }).sort((a, b) => a.at - b.at);
  series.forEach((c, i) => (c.label = Math.max(c.at, i ? series[i - 1].label + 14 : 12))); // labels keep apart
  const steps = [0, 0.25, 0.5, 0.75, 1].map((share) => share * top);
  return h('figure', {class: 'curves'}, s('svg', {viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': 'How the values have settled. The table has the numbers.'},
    steps.map((v) => [s('path', {class: 'grid', d: `M${left} ${y(v)} H${width - right}`}), s('text', {class: 'tick', x: left - 5, y: y(v) + 4, 'text-anchor': 'end'}, v.toFixed(1))]),
    series.map((c) => s('polygon', {class: `band tone-${c.tone}`, points: c.band})),
    series.map((c) => s('polyline', {class: `line tone-${c.tone}`, points: c.line})),
    series.map((c) => [s('path', {class: `lead tone-${c.tone}`, d: `M${width - right} ${c.at} L${width - right + 6} ${c.label}`}),
      s('text', {class: 'tick', x: width - right + 9, y: c.label + 4}, c.name.replaceAll('-', ' '))]),
    s('text', {class: 'tick', x: left, y: height - 8}, `${history[0].pairs} pairs`), s('text', {class: 'tick', x: width - right, y: height - 8, 'text-anchor': 'end'}, `${last.pairs} pairs`)),
  h('figcaption', {}, 'How the values have settled, with their intervals'));
}
