// The course of a game: the engine's score after every move, as a graph that leads to the moves; and what may follow a game that is over.
import {shareOf} from './bar.js';
import {connect, stopped} from './client.js';
import {h, s, say} from './dom.js';
import {counted} from './figures.js';
import {outcome} from './moves.js';
import {pathTo} from './tree.js';

const nodes = 3000; // positions a move
const width = 600, height = 120;

export class Review {
  constructor(play) {
    this.play = play;
    this.graph = h('div', {class: 'course'});
    this.button = h('button', {type: 'button', onclick: () => this.begin()}, 'Course of the game');
    this.end = h('p', {class: 'note', hidden: true});
    this.element = h('div', {}, h('p', {class: 'buttons'}, this.button), this.graph);
  }

  // settle shows what may follow the game, if it is over, and marks the move on the board.
  settle() {
    const {play} = this, {over, node, position} = play;
    this.end.hidden = !over;
    if (over) {
      this.end.replaceChildren(`${outcome(position)} ${counted(Math.ceil(node.ply / 2), 'move')}. `,
        h('button', {type: 'button', class: 'plain', onclick: () => this.rematch()}, 'Rematch'), ' ', h('button', {type: 'button', class: 'plain', onclick: () => this.begin()}, 'See its course'));
    }
    if (this.line && !this.line.includes(node)) this.stop();
    else this.mark();
  }

  rematch() {
    const {white, black} = this.play.players;
    this.play.choosePlayers(black, white);
    this.play.renew();
  }

  stop() {
    this.engine?.stop();
    this.line = this.scores = null;
    this.graph.replaceChildren();
    this.mark();
  }

  // begin asks for the score after every move of the line on the board.
  async begin() {
    const {play} = this, end = play.tree.end(play.node), line = this.line = [play.tree.start, ...pathTo(end)], scores = [];
    this.engine ??= connect();
    this.engine.stop();
    try {
      for (const node of line) {
        const {lines} = await this.engine.call('think', {...play.place(node), nodes});
        if (line !== this.line) return;
        scores.push(lines.length ? shareOf(lines[0]) : null);
        this.show(line, scores);
      }
      say('The course of the game is complete.');
    } catch (error) {
      if (!stopped(error)) play.app.fail(error);
    }
  }

  show(line, scores) {
    const x = (i) => 4 + (width - 8) * i / Math.max(1, line.length - 1), y = (share) => 4 + (height - 8) * (1 - share);
    const known = scores.map((share, i) => [i, share]).filter(([, share]) => share !== null);
    const points = known.map(([i, share]) => `${x(i)},${y(share)}`).join(' ');
    Object.assign(this, {x, scores});
    this.cursor = s('path', {class: 'at', d: ''});
    this.graph.replaceChildren(s('svg', {viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': 'Score after every move, White above. A click goes to the move.', onclick: (e) => {
      const at = new DOMPoint(e.clientX, e.clientY).matrixTransform(e.currentTarget.getScreenCTM().inverse()).x;
      this.play.go(line[Math.max(0, Math.min(line.length - 1, Math.round((at - 4) / (width - 8) * (line.length - 1))))]);
    }}, s('path', {class: 'grid', d: `M0 ${y(0.5)} H${width}`}), known.length > 1 && s('polyline', {class: 'line tone-0', points}), this.cursor),
    h('p', {class: 'note'}, `How good White's prospects are after every move: lost at the foot, even on the line, won at the top. By ${nodes.toLocaleString('en')} positions a move.`));
    this.mark();
  }

  mark() {
    const i = this.line?.indexOf(this.play.node) ?? -1;
    if (i >= 0 && this.x) this.cursor.setAttribute('d', `M${this.x(i)} 0 V${height}`);
    if (!this.play.analysis.on.checked) this.play.bar.show(i >= 0 ? this.scores?.[i] ?? null : null, '', this.play.flip);
  }
}
