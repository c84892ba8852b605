// Several runs side by side, and where the games of two of them part.
import {h} from './dom.js';
import {player, results, valuesTable, watch} from './run.js';
import {ask, fault} from './runs.js';

// compareRuns shows runs side by side. The result ends what it does.
export function compareRuns(panel, ids) {
  const columns = Object.fromEntries(ids.map((id) => [id, {counts: h('div', {}), values: h('div', {})}]));
  panel.append(h('h2', {}, 'Side by side'),
    h('div', {class: 'side-by-side'}, ids.map((id) => h('section', {}, h('h3', {}, id.replace(/^\d+\//, '')), columns[id].counts, columns[id].values))));
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
  const show = async (game) => {
    const start = Math.max(0, game.ply - 1);
    try {
      place.replaceChildren(...await Promise.all(runs.map((run) => player(run, game.name, null, start))));
    } catch (error) {
      place.replaceChildren(fault(error));
    }
  };
  let skip = 0;
  const limit = 50;
  const refresh = async () => {
    const {games, found, same} = await ask('differences', {first, second, skip, limit});
    const page = (step) => h('button', {type: 'button', disabled: step < 0 ? skip === 0 : skip + limit >= found, onclick: () => { skip += step * limit; refresh(); }}, step < 0 ? 'Earlier' : 'Later');
    list.replaceChildren(h('div', {},
      h('p', {class: 'note', role: 'status'}, found ? `${found.toLocaleString('en')} games began alike in both runs; ${same.toLocaleString('en')} went the same way.` : 'No games of the two runs began alike.'),
      h('ol', {class: 'games'}, games.map((g) => h('li', {}, h('button', {type: 'button', class: 'plain', onclick: () => show(g)},
        `${g.name}  ${g.results.join(' and ')}, ${g.ply ? `first difference at ply ${g.ply}` : 'the same moves'}`)))),
      found > limit && h('p', {class: 'buttons'}, page(-1), page(1))));
  };
  await refresh();
}
