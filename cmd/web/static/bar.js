// The evaluation bar: what White may expect of a position, beside the board.
import {h} from './dom.js';

// shareOf turns a score in centipawns, or a mate, into an expected share of the point: four pawns are 10 : 1.
export const shareOf = ({score, mate}) => (mate ? Number(mate > 0) : 1 / (1 + 10 ** (-score / 400)));

export class Bar {
  constructor() {
    this.light = h('div', {});
    this.element = h('div', {class: 'evaluation', role: 'img', hidden: true}, this.light);
  }

  // show shows a share of the point, or null for none, and the score in words.
  show(share, text = '', flip = false) {
    this.element.hidden = share === null;
    if (share === null) return;
    this.light.style.height = `${100 * share}%`;
    this.element.classList.toggle('flipped', flip);
    this.element.title = `White may expect ${Math.round(100 * share)} %${text && ` (${text})`}`;
    this.element.setAttribute('aria-label', this.element.title);
  }
}
