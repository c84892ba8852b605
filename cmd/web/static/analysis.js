// Analysis: the best lines of the position with arrows, at increasing depth.
import {shareOf} from './bar.js';
import {connect, stopped} from './client.js';
import {h} from './dom.js';

const first = 1000, max = 4_000_000, lines = 3;

export class Analysis {
  constructor(play) {
    this.play = play;
    this.on = h('input', {type: 'checkbox', id: 'analyse', onchange: () => this.toggle()});
    this.list = h('ol', {class: 'lines-found'});
    this.depth = h('p', {class: 'note'});
    this.element = h('div', {class: 'analysis'}, h('h2', {}, 'Analysis'), h('p', {}, this.on, h('label', {for: 'analyse'}, ' show the best lines')), this.list, this.depth);
    this.turn = 0;
  }

  toggle() {
    if (this.on.checked) return this.begin();
    this.turn++;
    this.engine?.stop();
    this.clear();
    this.play.arrows = [];
    this.play.draw();
    this.play.review.mark();
  }

  // clear takes the lines of the last position away; the board has dropped their arrows.
  clear() {
    this.list.replaceChildren();
    this.depth.textContent = '';
  }

  // begin starts the analysis of the position on the board.
  async begin() {
    const turn = ++this.turn;
    this.engine?.stop();
    if (!this.on.checked) return;
    if (this.play.over) this.play.bar.show(null);
    this.clear();
    this.engine ??= connect();
    try {
      for (let nodes = first; nodes <= max && turn === this.turn && !this.play.over; nodes *= 4) {
        const thought = await this.engine.call('think', {...this.play.place(), nodes, lines});
        if (turn === this.turn) this.show(thought);
      }
    } catch (error) {
      if (!stopped(error)) this.play.app.fail(error);
    }
  }

  show(thought) {
    const {depth, nodes, lines: found} = thought;
    this.play.opponent.tell(thought);
    this.list.replaceChildren(...found.map((l) => h('li', {}, h('strong', {}, l.text), ` ${l.san}`)));
    this.depth.textContent = `Depth ${depth}, ${nodes.toLocaleString('en')} positions. Scores are in pawns; above 0, White is better.`;
    if (found.length) this.play.bar.show(shareOf(found[0]), found[0].text, this.play.flip);
    this.play.arrows = found.map(({best}, rank) => ({from: best.from, to: best.to, rank}));
    this.play.draw();
  }
}
