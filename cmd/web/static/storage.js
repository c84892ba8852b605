// Small things that this browser keeps; where it forbids that, and in a frame of another page, they last as long as the page.
import {embedded} from './embed.js';

const memory = new Map();

// area is null if nothing is kept.
const area = (() => {
  try {
    localStorage.getItem('style');
    return embedded ? null : localStorage;
  } catch {
    return null;
  }
})();

export const recall = (name) => area?.getItem(name) ?? memory.get(name) ?? null;

// remember reports whether the browser keeps a text.
export function remember(name, text) {
  try {
    area.setItem(name, text);
    return true;
  } catch { // there is none, or it is full
    memory.set(name, text);
    return false;
  }
}

export function forget(name) {
  memory.delete(name);
  area?.removeItem(name);
}
