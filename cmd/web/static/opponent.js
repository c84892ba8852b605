// The engine as a player: its replies, hints and levels.
import {connect, stopped} from './client.js';
import {h, say} from './dom.js';
import {outcome} from './moves.js';

// levels are numbers of positions that the engine searches for a move.
export const levels = [
  [50, 'Beginner: 50 positions a move'], [300, 'Novice: 300'], [2000, 'Casual: 2,000'], [10000, 'Experienced: 10,000'],
  [50000, 'Strong: 50,000'], [300000, 'Very strong: 300,000'], [2000000, 'Strongest: 2 million'],
];

const watchPause = 400; // milliseconds between moves of the engine against itself

export class Opponent {
  constructor(play) {
    this.play = play;
    this.nodes = levels[1][0];
    this.weights = h('p', {class: 'note', id: 'weights'}); // with which the engine plays, when it has thought
  }

  get engine() {
    return (this.thinker ??= connect());
  }

  stop() {
    this.thinker?.stop();
  }

  // think asks for the best lines, and shows with which weights they were found.
  async think(nodes) {
    const thought = await this.engine.call('think', {...this.play.place(), nodes});
    this.tell(thought);
    return thought;
  }

  tell({playing = ''}) {
    this.weights.textContent = playing.replace(/^the/, 'The').replace('those of the mobility prior', 'a guess from their moves').replace(/$/, playing && '.');
  }

  // reply moves if it is the engine's turn.
  async reply() {
    const {play} = this, {players, begun} = play;
    if (!play.position || play.over || play.setUp.active || play.node.children.length || players[play.position.turn] !== 'engine') return;
    const alone = players.white === 'engine' && players.black === 'engine';
    play.tell(`${outcome(play.position)} The engine thinks …`);
    try {
      const {lines} = await this.think(this.nodes);
      if (alone) await new Promise((done) => setTimeout(done, watchPause));
      if (begun === play.begun && lines.length && players[play.position.turn] === 'engine') await play.make(lines[0].best);
    } catch (error) {
      if (!stopped(error)) play.app.fail(error);
    }
  }

  async hint() {
    const {play} = this, {begun} = play;
    if (play.over) return;
    try {
      const {lines} = await this.think(Math.max(20000, this.nodes));
      if (begun !== play.begun || !lines.length) return;
      const {best} = lines[0];
      play.arrows = best.kind === 'pass' ? [] : [{from: best.from, to: best.to, rank: 0}];
      play.draw();
      play.tell(`Hint: ${best.san}`);
      say(`Hint: ${best.san}`);
    } catch (error) {
      if (!stopped(error)) play.app.fail(error);
    }
  }
}
