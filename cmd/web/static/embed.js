// The page in a frame of another page, with ?embed: the board alone, which keeps nothing.
import {h} from './dom.js';

// embedded pages keep nothing.
export const embedded = new URLSearchParams(location.search).has('embed');

if (embedded) document.documentElement.classList.add('embed');

// frame returns the line of HTML that shows an address of this page in another page.
export function frame(address, title) {
  const url = new URL(address);
  url.search = '?embed';
  return h('iframe', {src: url.href, title, width: 480, height: 720, loading: 'lazy'}).outerHTML;
}
