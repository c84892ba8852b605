// Several runs side by side, and where the games of two of them first differ.
import {ask, attempt, fault, nameOf, pager, watch} from './data.js';
import {h} from './dom.js';
import {player, results, valuesTable} from './run.js';

// compareRuns shows runs side by side. It returns a function that ends this.
export function compareRuns(panel, ids) {
  const columns = Object.fromEntries(ids.map((id) => [id, {counts: h('div', {}), values: h('div', {})}]));
  panel.append(h('h2', {}, 'Side by side'),
    h('div', {class: 'side-by-side'}, ids.map((id) => h('section', {}, h('h3', {}, nameOf(id)), columns[id].counts, columns[id].values))));
  if (ids.length === 2) differences(panel, ids).catch((error) => panel.append(fault(error)));
  return watch(ids, {
    onresults: (id, {total}) => columns[id].counts.replaceChildren(results(total)),
    onvalues: (id, v) => columns[id].values.replaceChildren(valuesTable(v)),
    onfault: (id, error) => columns[id].counts.append(fault(error)),
  });
}

// differences lists the games of two runs that began alike.
async function differences(panel, [first, second]) {
  const place = h('div', {class: 'side-by-side'}), list = h('div', {});
  panel.append(h('h3', {}, 'First differences'), list, place);
  const runs = await Promise.all([first, second].map((id) => ask('run', {run: id})));
  const show = (game) => attempt(place, async () => {
    const start = Math.max(0, game.ply - 1);
    place.replaceChildren(...await Promise.all(runs.map((run) => player(run, game.name, null, start))));
  });
  const part = {skip: 0, limit: 50};
  const refresh = async () => {
    const {games, found, same} = await ask('differences', {first, second, ...part});
    list.replaceChildren(h('div', {},
      h('p', {class: 'note', role: 'status'}, found ? `${found.toLocaleString('en')} games began alike in both runs; ${same.toLocaleString('en')} went the same way.` : 'No games of the two runs began alike.'),
      h('ol', {class: 'games'}, games.map((g) => h('li', {}, h('button', {type: 'button', class: 'plain', onclick: () => show(g)},
        `${g.name}  ${g.results.join(' and ')}, ${g.ply ? `first difference at ply ${g.ply}` : 'the same moves'}`)))),
      found > part.limit && pager(part, found, () => attempt(list, refresh))));
  };
  await refresh();
}
