// The runs of the server: their list, and the chosen ones.
import {ask, attempt, nameOf} from './data.js';
import {h} from './dom.js';
import {showJobs} from './jobs.js';
import {compareRuns} from './pairs.js';
import {showRun} from './run.js';

const pause = 2000; // milliseconds between looks at the list

const when = (text) => new Date(text).toLocaleString([], {dateStyle: 'short', timeStyle: 'short'});

export function mount(panel, app) {
  document.head.append(h('link', {rel: 'stylesheet', href: 'runs.css'}));
  const list = h('div', {class: 'run-list'}), shown = h('div', {class: 'run-shown'});
  let chosen = [], leave = () => {};
  const show = () => {
    leave();
    leave = () => {};
    shown.replaceChildren();
    if (chosen.length === 1) leave = showRun(shown, app, chosen[0]);
    if (chosen.length > 1) leave = compareRuns(shown, chosen);
  };
  const mark = (row) => {
    const on = chosen.includes(row.dataset.run);
    row.toggleAttribute('aria-current', on);
    row.querySelector('input').checked = on;
  };
  const choose = (id, more) => {
    if (!more) chosen = [id];
    else chosen = chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id].sort();
    list.querySelectorAll('tr[data-run]').forEach(mark);
    show();
  };
  const row = (run) => h('tr', {'data-run': run.id},
    h('td', {}, h('input', {type: 'checkbox', 'aria-label': `side by side: ${run.id}`, onchange: () => choose(run.id, true)})),
    h('td', {}, h('button', {type: 'button', class: 'plain', onclick: () => choose(run.id)}, nameOf(run.id)),
      run.fault && h('span', {class: 'error'}, run.fault)),
    h('td', {}, run.title || run.game), h('td', {class: 'number'}, run.games.toLocaleString('en')), h('td', {}, when(run.changed)));
  let known = '';
  // renew shows the list again if it has changed.
  const renew = async () => {
    const reply = await ask('runs').catch(() => null);
    if (reply && JSON.stringify(reply) !== known) refresh(reply);
  };
  const refresh = (reply) => attempt(list, async () => {
    const now = reply ?? await ask('runs'), {runs, reports} = now;
    known = JSON.stringify(now);
    const at = document.activeElement?.closest('tr[data-run]')?.dataset.run, kind = document.activeElement?.tagName;
    list.replaceChildren(h('div', {},
      runs.length === 0 && h('p', {class: 'note'}, 'No games have been played here yet.'),
      runs.length > 0 && h('table', {class: 'runs'}, h('caption', {}, 'Choose a run, or tick several to see them side by side.'),
        h('thead', {}, h('tr', {}, ['', 'run', 'game', 'games', 'last game'].map((text) => (text ? h('th', {scope: 'col'}, text) : h('td'))))),
        h('tbody', {}, runs.map(row))),
      reports.length > 0 && h('h3', {}, 'Reports'),
      h('ul', {class: 'reports'}, reports.map(({id, changed}) => h('li', {},
        h('a', {href: `report/${id.split('/').map(encodeURIComponent).join('/')}`, target: '_blank', rel: 'noopener'}, nameOf(id)), ` ${when(changed)}`)))));
    chosen = chosen.filter((id) => runs.some((run) => run.id === id));
    for (const row of list.querySelectorAll('tr[data-run]')) {
      mark(row);
      if (row.dataset.run === at) row.querySelector(kind)?.focus();
    }
  });
  panel.append(
    h('div', {class: 'run-columns'},
      h('div', {}, h('h2', {}, 'Runs ', h('button', {type: 'button', class: 'plain', onclick: () => refresh()}, 'Refresh')), list, showJobs(app, () => refresh())),
      shown));
  app.addEventListener('tab', ({detail}) => {
    if (detail === 'runs') refresh();
  });
  setInterval(() => !panel.hidden && !document.hidden && renew(), pause);
}
