// Taking pieces by mouse, pen or finger, from the board or from a hand.
import {h} from './dom.js';

const slack = 5; // pixels that a click may move

// drag follows the pointer from its press until it is released. A click calls click(); else
// take() returns the picture to carry, or null if there is nothing to take, and drop(event)
// is called at the end, or leave() if the pointer is lost.
export function drag(event, {click, take, size, drop, leave}) {
  if (event.button !== 0 || !event.isPrimary) return;
  const {clientX: x, clientY: y, target, pointerId} = event;
  if (target.hasPointerCapture?.(pointerId)) target.releasePointerCapture(pointerId); // as fingers have it
  let ghost = null, dead = false;
  const away = new AbortController(), on = (name, handler) => document.addEventListener(name, handler, {signal: away.signal});
  const move = (e) => {
    if (e.pointerId !== pointerId || dead) return;
    if (!ghost && Math.hypot(e.clientX - x, e.clientY - y) > slack) {
      const picture = take();
      if (picture) {
        ghost = h('div', {class: 'ghost', 'aria-hidden': 'true'}, picture);
        ghost.style.width = ghost.style.height = `${size()}px`;
        document.body.append(ghost);
      }
      dead = !picture;
    }
    if (ghost) ghost.style.transform = `translate(${e.clientX}px, ${e.clientY}px) translate(-50%, -50%)`;
  };
  on('pointermove', move);
  on('pointerup', (e) => {
    if (e.pointerId !== pointerId) return;
    away.abort();
    ghost?.remove();
    if (ghost) drop(e);
    else if (!dead) click();
  });
  on('pointercancel', () => {
    away.abort();
    ghost?.remove();
    if (ghost) leave();
  });
  on('keydown', (e) => {
    if (e.key !== 'Escape') return;
    away.abort();
    ghost?.remove();
    leave();
  });
}
