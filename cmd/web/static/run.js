// One run: its games, and results and values as games come in.
import {ask, attempt, fault, nameOf, pager, watch} from './data.js';
import {choice, field, h} from './dom.js';
import {shown} from './figures.js';
import {replay} from './replay.js';

const share = (n, of) => (of ? `${(100 * n / of).toFixed(1)} %` : '–');

// interval formats an estimate with its interval.
const interval = (v) => ([v.estimate, v.lo, v.hi].includes(null) ? 'cannot tell' : v.level ? `${shown(v.estimate)} (${shown(v.lo)} to ${shown(v.hi)})` : shown(v.estimate));

// results returns a table of counts.
export function results(summary) {
  const {games, white, draws, black, plies, reasons} = summary;
  return h('table', {class: 'facts'}, [
    ['games', games.toLocaleString('en')],
    ['White wins', `${white.toLocaleString('en')} (${share(white, games)})`], ['draws', `${draws.toLocaleString('en')} (${share(draws, games)})`],
    ['Black wins', `${black.toLocaleString('en')} (${share(black, games)})`], ['White scores', share(white + draws / 2, games)],
    ['mean length', games ? `${(plies / games / 2).toFixed(1)} moves` : '–'],
    ...Object.entries(reasons ?? {}).sort((a, b) => b[1] - a[1]).map(([reason, n]) => [reason, `${n.toLocaleString('en')} (${share(n, games)})`]),
  ].map(([name, value]) => h('tr', {}, h('th', {scope: 'row'}, name), h('td', {class: 'number'}, value))));
}

// valuesTable returns a table of the values of pieces.
export const valuesTable = ({scale, pairs, values}) => h('table', {class: 'facts'},
  h('caption', {}, `Values in ${scale}, from ${pairs.toLocaleString('en')} pairs of games, with 95 % intervals that hold at every look while games come in.`),
  values.map((v) => h('tr', {}, h('th', {scope: 'row'}, v.name), h('td', {class: 'number'}, v.known ? interval(v.value) : 'not known yet'))));

// player shows a game move by move.
export async function player(run, name, app, start) {
  const game = await ask('game', {run: run.id, game: name});
  const figure = h('figure', {class: 'replay', 'data-frames': JSON.stringify(game.shots)},
    h('figcaption', {}, `${game.name}: ${game.white} – ${game.black}, ${game.result} by ${game.reason}${game.detail ? `, ${game.detail}` : ''}`));
  const board = new DOMParser().parseFromString(game.board, 'image/svg+xml').documentElement;
  figure.append(document.importNode(board, true), h('details', {}, h('summary', {}, 'Moves'), h('p', {}, game.san, ' ', game.result)),
    app && h('button', {type: 'button', onclick: () => app.replay({text: run.text, file: 'game.toml'}, {fen: game.fen, moves: game.moves}).catch((error) => app.fail(error))}, 'Open on the board'));
  replay(figure);
  const slider = figure.querySelector('input');
  slider.value = start ?? 0;
  slider.dispatchEvent(new Event('input'));
  return figure;
}

// browser lists the games of a run and shows one.
function browser(run, app) {
  const filter = {round: Math.max(0, ...run.rounds.map((r) => r.round)), result: '', reason: '', least: '', most: '', skip: 0, limit: 50};
  const list = h('div', {}), place = h('div', {});
  const show = (name) => attempt(place, async () => place.replaceChildren(await player(run, name, app)));
  const refresh = () => attempt(list, async () => {
    const {games, found} = await ask('games', filter);
    list.replaceChildren(
      h('p', {class: 'note', role: 'status'}, found ? `${filter.skip + 1} to ${filter.skip + games.length} of ${found.toLocaleString('en')} games` : 'No such games.'),
      h('ol', {class: 'games'}, games.map((g) => h('li', {}, h('button', {type: 'button', class: 'plain', onclick: () => show(g.name)},
        `${g.name}  ${g.result}  ${g.reason}, ${g.plies} plies`)))),
      pager(filter, found, refresh));
  });
  const set = (name) => ({target}) => {
    filter[name] = target.value;
    filter.skip = 0;
    refresh();
  };
  const reasons = Object.keys(run.total.reasons ?? {}).sort();
  const plies = (name) => h('input', {type: 'number', min: 0, inputmode: 'numeric', onchange: set(name)});
  filter.run = run.id;
  refresh();
  return [h('h3', {}, 'Games'),
    h('div', {class: 'filters'},
      run.rounds.length > 1 && field('round', choice(run.rounds.map((r) => [r.round, `${r.round} (${r.games})`]), filter.round, set('round'))),
      field('result', choice([['', 'all'], ['1-0', 'White wins'], ['1/2-1/2', 'draws'], ['0-1', 'Black wins']], '', set('result'))),
      field('reason', choice([['', 'all'], ...reasons.map((r) => [r, r])], '', set('reason'))),
      field('plies from', plies('least')), field('to', plies('most'))),
    h('div', {class: 'game-columns'}, list, place)];
}

// showRun shows a run. It returns a function that ends this.
export function showRun(panel, app, id) {
  const counts = h('div', {}), values = h('div', {}), about = h('div', {});
  const fail = (error) => panel.append(fault(error));
  panel.append(about, h('div', {class: 'facts-columns'}, counts, values));
  ask('run', {run: id}).then((run) => {
    about.append(h('h2', {}, run.title || run.game), h('p', {class: 'note'}, nameOf(id), run.players.length > 0 && `: ${run.players.join(', ')}`),
      h('details', {}, h('summary', {}, 'Configuration'), h('pre', {tabindex: 0}, JSON.stringify(run.config, null, 1))));
    if (!run.measures) values.append(h('p', {class: 'note'}, 'Values are measured by games between armies that differ at random.'));
    else values.append(h('p', {class: 'note', role: 'status'}, 'Measuring …'));
    panel.append(...browser(run, app));
  }).catch(fail);
  return watch([id], {
    onresults: (_, {total}) => counts.replaceChildren(results(total)),
    onvalues: (_, v) => values.replaceChildren(valuesTable(v)),
    onfault: (_, error) => fail(error),
  });
}
