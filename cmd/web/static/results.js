// The results of a study as sentences and tables.
import {asText} from './astext.js';
import {copied, h} from './dom.js';
import {bar, counted, curves, lasting, range, shown} from './figures.js';
import {icon} from './glyphs.js';

// results returns what is shown of a study of a game {parts, game, asked}: sentences, tables, what more would tell, and how it was made. address
// returns the address of the game, for a forum; null if others cannot follow it.
export function results(run, style, address) {
  const {parts, game, asked} = run;
  const [values, wins, other] = ['values', 'wins', 'other'].map((kind) => parts.find((part) => part.kind === kind && part.values));
  const closed = parts.filter((part) => part.closed).map((part) => h('p', {class: 'note'}, `${part.text} ${part.closed}`));
  const told = [values && worthInWords(values.values), wins?.values.wins?.answer, wins?.faults?.summary, other?.values.headline].filter(Boolean);
  const known = told.length > 0, copies = parts.flatMap((part) => part.values?.copies ?? []);
  return [...told.map((text) => h('p', {class: 'answer'}, text)), ...closed,
    section('What the pieces are worth', values && worth(values.values, game, style)), section('Who wins', wins && winners(wins.values)),
    section('Faults', wins?.faults && faults(wins.faults)), other && differences(other.values),
    section('What more games would tell', known && narrower(values?.values, wins?.values.wins, run)),
    copies.map((text) => h('p', {class: 'note'}, `${text}.`)),
    known ? h('p', {class: 'note'}, 'With 95 % probability an interval holds throughout the study, so you can watch it and stop at any time. ' +
      (asked === 'study' || asked === 'wins' ? 'In a terminal, this command asks the same of players that first learn the game:' : 'This command plays the same games in a terminal:')) : h('p', {class: 'note'}, 'An answer appears after the first step.'),
    known && h('pre', {tabindex: 0}, command(parts, asked).replace('%s', () => named(parts[0].request, game))),
    (values || wins) && known && forForum(parts, game, address),
    values && values.history.length > 1 && curves(values.history)].flat(2).filter(Boolean);
}

const section = (title, parts) => parts && [h('h3', {}, title), parts];

// forForum offers the answers as text.
function forForum(parts, game, address) {
  const told = h('p', {class: 'note', role: 'status'}), text = h('textarea', {rows: 8, readonly: true, hidden: true, 'aria-label': 'The answers as text'});
  const button = (title, markup) => h('button', {type: 'button', onclick: async () => {
    text.value = asText({parts, game, address: await address?.().catch(() => '')}, markup);
    text.hidden = false;
    text.select();
    told.textContent = await copied(text.value) ? 'The text is on the clipboard.' : 'Copy the text.';
  }}, title);
  return h('div', {class: 'forum'}, h('p', {class: 'buttons'}, button('Copy as Markdown', 'markdown'), button('Copy as BBCode', 'bbcode')), told, text);
}

// command returns the command that plays the same games or, for a study, asks the same.
function command(parts, asked) {
  const {request, values} = parts.find((part) => part.values);
  return asked === 'study' ? `bestiary study %s --seed ${request.seed}` : values.command;
}

// worthInWords says what the pieces are worth.
function worthInWords({values}) {
  const known = values.filter((v) => v.known && !exact(v)).sort((a, b) => b.value.estimate - a.value.estimate);
  if (!values.length) return '';
  if (!known.length) return 'It takes more games to tell what the pieces are worth.';
  return `In points the ${known.map((v, i) => `${words(v)}${i ? '' : ' is worth'} ${shown(v.value.estimate)}`).join(', the ')}.`;
}

const exact = ({value: {lo, hi}}) => lo !== null && lo === hi; // of the unit
const words = ({name}) => name.replaceAll('-', ' ');

// faults lists the checks of a game that do not pass, then the others.
function faults({checks, 'not-asked': left}) {
  const entry = ({name, verdict, found, range}) => h('li', {}, h('b', {}, `${verdict === 'fails' ? '✗' : verdict === 'passes' ? '✓' : '?'} ${name}`), `: ${verdict}. ${found} Expected: ${range}.`);
  const urgent = checks.filter((c) => c.verdict !== 'passes'), passed = checks.filter((c) => c.verdict === 'passes');
  return [urgent.length > 0 && h('ul', {class: 'checks'}, urgent.map(entry)),
    h('details', {}, h('summary', {}, `${counted(passed.length, 'check')} passed`), h('ul', {class: 'checks'}, passed.map(entry), left.map((text) => h('li', {}, `Not asked: ${text}.`))))];
}

// narrower says what four times as many games would tell.
function narrower(values, wins, {parts, began, before, elapsed}) {
  const list = (values?.values ?? []).filter((v) => v.known && !exact(v) && v.then !== null)
    .map((v) => ({what: `the ${words(v)}`, now: (v.value.hi - v.value.lo) / 2, then: v.then, of: v.value.estimate}))
    .sort((a, b) => (b.now - b.then) / b.of - (a.now - a.then) / a.of).slice(0, 4).map(({what, now, then}) => `${what} from ±${shown(now)} to ±${shown(then)}`);
  if (wins && wins.then < wins.now) list.push(`the score between the strongest players from ±${(100 * wins.now).toFixed(1)} to ±${(100 * wins.then).toFixed(1)} %`);
  const guesses = (values?.values ?? []).filter((v) => !v.known && !exact(v)), most = Math.ceil(Math.max(...guesses.map((v) => v.needed ?? Infinity)));
  const seconds = 3 * (began && before === 0 ? elapsed : parts.reduce((sum, part) => sum + part.rate * part.pairs(part.step) * part.effort * part.request.nodes, 0));
  const texts = [list.length > 0 && `Four times as many games would narrow ${list.join(', ')}.`,
    guesses.length > 0 && `Not known yet: the ${guesses.map(words).join(', the ')}; ${most > 100 ? 'a game with more of them would tell' : most > 1 ? `about ${most} times as many games would tell` : 'more games would tell'}.`,
    seconds > 1 && `Four times as many take about ${lasting(seconds)}.`].filter(Boolean);
  return texts.length ? h('p', {class: 'more'}, texts.join(' ')) : null;
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
  if (!values.length) return null;
  const ordered = [...values].sort((a, b) => b.known - a.known || b.known * (b.value.estimate - a.value.estimate));
  const max = 2 * Math.max(...ordered.map((v) => (v.known ? v.value.estimate : 0)));
  return [h('table', {class: 'values'},
    h('caption', {}, `Values in ${scale}, after ${pairs} pairs of games`), heads(['Piece', 'Value', 'Interval', '']),
    h('tbody', {}, ordered.map((v) => h('tr', {'data-piece': v.name}, h('th', {scope: 'row'}, icon(game.pieces[v.piece], false, style), ' ', v.name.replaceAll('-', ' ')),
      h('td', {class: 'number'}, v.known ? shown(v.value.estimate) : 'not known yet'), h('td', {class: 'number interval'}, range(v.value)), h('td', {}, v.known && bar(v.value, max))))))];
}

// winners shows who wins, by strength.
function winners({wins}) {
  if (!wins) return null;
  return [h('table', {class: 'values'},
    h('caption', {}, `The score of ${wins.whose}, after ${wins.pairs} pairs of games at each strength`), heads(['Positions a move', 'Score', 'Interval', 'Draws', '']),
    h('tbody', {}, wins.curves[0].rungs.map((r) => h('tr', {}, h('th', {scope: 'row'}, r.nodes.toLocaleString('en')), h('td', {class: 'number'}, shown(r.curve.estimate, 'share')),
      h('td', {class: 'number interval'}, range(r.curve, 'share')), h('td', {class: 'number'}, shown(r.draws.estimate, 'share')), h('td', {}, bar(r.curve, 1))))))];
}

function differences(values) {
  if (!values.measures.length) return [];
  return [h('table', {class: 'values'},
    h('caption', {}, `After ${values.pairs} pairs of games on each side; ${values.identical} games went the same way`),
    heads(['Measure', ...values.labels, 'Difference', 'Interval']),
    h('tbody', {}, values.measures.map((m) => {
      const clear = m.difference.lo > 0 || m.difference.hi < 0;
      return h('tr', {class: clear ? 'clear' : null}, h('th', {scope: 'row'}, m.label, clear && ' ●'), [m.first, m.second].map((v) => h('td', {class: 'number'}, shown(v.estimate, m.unit))),
        h('td', {class: 'number'}, shown(m.difference.estimate, m.unit, 'points')), h('td', {class: 'number'}, range(m.difference, m.unit, 'points')));
    }))), h('p', {class: 'note'}, '● marks differences whose interval leaves out 0. With many measures, one of twenty marks may be chance.')];
}
