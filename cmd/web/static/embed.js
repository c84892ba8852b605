// The page in a frame of another page, with ?embed: the board alone, which keeps nothing.
import {h} from './dom.js';

export const embedded = new URLSearchParams(location.search).has('embed');

// Browsers may forbid storage in a frame. No module there keeps anything for longer than the
// page.
if (embedded) {
  const kept = new Map();
  Object.defineProperty(window, 'localStorage', {value: {
    getItem: (name) => kept.get(name) ?? null, setItem: (name, text) => kept.set(name, String(text)), removeItem: (name) => kept.delete(name),
  }});
  document.documentElement.classList.add('embed');
}

// frame returns the line of HTML that shows an address of this page in another page.
export function frame(address, title) {
  const url = new URL(address);
  url.search = '?embed';
  return h('iframe', {src: url.href, title, width: 480, height: 720, loading: 'lazy'}).outerHTML;
}
