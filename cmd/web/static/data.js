// Data of the server: runs, their games and jobs.
import {h} from './dom.js';

// ask asks the server for data.
export async function ask(what, parameters = {}, options = {}) {
  const response = await fetch(`data/${what}?${new URLSearchParams(parameters)}`, options);
  const reply = await response.json().catch(() => ({error: `${response.status} ${response.statusText}`}));
  if (!response.ok) throw new Error(reply.error);
  return reply;
}

// watch follows runs and calls the handlers with a run and its news. It returns a function
// that ends this.
export function watch(ids, {onresults, onvalues, onfault}) {
  const source = new EventSource(`data/watch?${new URLSearchParams(ids.map((id) => ['run', id]))}`);
  const on = (event, handler) => source.addEventListener(event, (message) => {
    const {run, data} = JSON.parse(message.data);
    handler(run, data);
  });
  on('results', onresults);
  on('values', onvalues);
  on('fault', (run, {error}) => {
    source.close();
    onfault(run, new Error(error));
  });
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) ids.forEach((id) => onfault(id, new Error('the server refuses to follow these runs')));
  });
  return () => source.close();
}

// fault returns an element that shows an error.
export const fault = (error) => h('p', {class: 'error', role: 'alert'}, error.message);

// attempt does some work and shows its error, if any, in a place.
export async function attempt(place, work) {
  try {
    await work();
  } catch (error) {
    place.replaceChildren(fault(error));
  }
}

// pager returns the buttons to page through a list; part is {skip, limit}, and turn shows the
// new part.
export function pager(part, found, turn) {
  const button = (text, skip) => h('button', {type: 'button', disabled: skip < 0 || skip >= found, onclick: () => {
    part.skip = skip;
    turn();
  }}, text);
  return h('p', {class: 'buttons'}, button('Earlier', part.skip - part.limit), button('Later', part.skip + part.limit));
}

// nameOf returns the name of a run without the number of its folder.
export const nameOf = (id) => id.replace(/^\d+\//, '');
