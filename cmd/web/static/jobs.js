// Work that the server does: studies of the chosen game, and matches at its exchanges.
import {field, h} from './dom.js';
import {ask, attempt} from './data.js';

// pause is the time between requests for the state of running jobs, in milliseconds.
const pause = 1000;

// showJobs shows the jobs and the buttons that start one. It calls ended when a job has
// ended.
export function showJobs(app, ended) {
  const list = h('ul', {class: 'jobs'}), place = h('div', {});
  let running = 0, timer = 0;
  const refresh = async () => {
    clearTimeout(timer);
    const {jobs} = await ask('jobs');
    list.replaceChildren(...jobs.map(entry));
    const now = jobs.filter((job) => job.state === 'running').length;
    if (now < running) ended();
    running = now;
    if (running) timer = setTimeout(() => attempt(place, refresh), pause);
  };
  const act = (options, parameters) => attempt(place, async () => {
    place.replaceChildren();
    await ask('jobs', parameters, options);
    await refresh();
  });
  const entry = (job) => h('li', {}, `${job.kind} of ${job.game}: `,
    job.state === 'running' && [`${job.part} ${job.total ? `${job.done} of ${job.total}` : ''} `, job.total > 0 && h('progress', {max: job.total, value: job.done, 'aria-label': job.part}),
      h('button', {type: 'button', class: 'plain', onclick: () => act({method: 'DELETE'}, {job: job.job})}, 'Stop')],
    job.state === 'done' && h('a', {href: job.report, target: '_blank', rel: 'noopener'}, 'report'),
    job.state === 'stopped' && 'stopped; the games are kept, and the same job goes on from there',
    job.state === 'failed' && job.fault);
  const order = (more) => act({method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({game: app.ref, seed: 1, ...more})});
  const start = (text, ...questions) => h('button', {type: 'button', onclick: () => order({ask: questions})}, text);
  const exchange = h('input', {type: 'text', required: true, spellcheck: 'false', placeholder: 'rook=knight+pawn'});
  const match = h('form', {onsubmit: (e) => {
    e.preventDefault();
    order({exchange: exchange.value});
  }}, field('Exchange to play for 15 seconds', exchange), h('p', {class: 'buttons'}, h('button', {type: 'submit'}, 'Play the exchange')));
  const chosen = h('span', {});
  const name = () => { chosen.textContent = app.game?.title ?? 'the chosen game'; };
  app.addEventListener('game', name);
  name();
  attempt(place, refresh);
  return h('section', {}, h('h3', {}, 'Work'), h('p', {class: 'note'}, 'The server plays ', chosen, ' and keeps everything in a run.'),
    h('p', {class: 'buttons'}, start('Study the game'), start('Who wins', 'balance'), start('Estimate values', 'values')), match, place, list);
}
