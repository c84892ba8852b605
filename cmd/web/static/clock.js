// Clocks: each side has time for its moves, and gets some back with every move.
import {choice, field, h, say} from './dom.js';
import {lost, sideName} from './moves.js';
import {recall, remember} from './storage.js';
import {pathTo} from './tree.js';

// controls are minutes for a game and seconds that come with each move.
const controls = [['', 'none'], ['1+0', '1 minute'], ['3+2', '3 minutes, 2 seconds a move'], ['5+3', '5 minutes, 3 seconds a move'],
  ['10+5', '10 minutes, 5 seconds a move'], ['30+20', '30 minutes, 20 seconds a move']];

const beat = 100; // milliseconds
const hurry = 20; // seconds, below which tenths are shown

export class Clock {
  constructor(play) {
    this.play = play;
    this.faces = {white: h('span', {class: 'clock', role: 'timer', hidden: true}), black: h('span', {class: 'clock', role: 'timer', hidden: true})};
    this.control = controls.some(([value]) => value === recall('clock')) ? recall('clock') : '';
    this.field = field('Clock', choice(controls, this.control, (e) => {
      remember('clock', this.control = e.target.value);
      this.stop();
      for (const node of pathTo(play.node)) node.left = null;
      this.left = this.whole();
      this.settle();
    }));
    addEventListener('pagehide', () => this.save());
    play.app.addEventListener('tab', ({detail}) => (detail === 'play' && play.position ? this.settle() : this.stop()));
  }

  // whole returns the seconds of each side at the start, or null.
  whole() {
    const seconds = 60 * Number(this.control.split('+')[0]);
    return this.control ? {white: seconds, black: seconds} : null;
  }

  // begin sets the clocks for the game on the board. One with moves has none, unless this browser has kept its times.
  begin() {
    const {node} = this.play;
    this.stop();
    this.left = node.ply ? this.kept() : this.whole();
    node.left = this.left && {...this.left};
  }

  // name tells the line of the game from others, by its end.
  get name() {
    const {app, fen, tree, node} = this.play;
    return JSON.stringify([app.ref, fen, pathTo(tree.end(node)).map((n) => n.move.move), this.control]);
  }

  save() {
    const {node, tree} = this.play, end = tree.end(node), left = end === node ? this.now() : end.left;
    if (left && end.ply) remember('clock-left', JSON.stringify({name: this.name, left}));
  }

  kept() {
    const {name, left} = JSON.parse(recall('clock-left') ?? '{}');
    return this.control && name === this.name ? left : null;
  }

  // now returns the seconds that are left.
  now() {
    const {left, side, since} = this;
    return side ? {...left, [side]: Math.max(0, left[side] - (performance.now() - since) / 1000)} : left;
  }

  stop() {
    if (this.left) this.left = this.now();
    if (this.side) this.at.left = {...this.left}; // who thinks does not get it back
    this.side = null;
    clearInterval(this.timer);
  }

  // settle follows the board: a move gives its side an increment, and at the end of a line that has begun the clock of the side to move runs.
  settle(made = null) {
    const {play} = this, {node, position} = play;
    this.stop();
    if (this.left && made && this.left[side(made.black)] > 0) this.left[side(made.black)] += Number(this.control.split('+')[1]);
    if (this.left && made) node.left = {...this.left};
    else if (this.left && node.left) this.left = {...node.left};
    if (node.late) this.fall(node.late);
    else if (this.left && node.ply && !node.children.length && !play.over && !play.setUp.active && play.app.tab === 'play') {
      Object.assign(this, {side: position.turn, since: performance.now(), at: node});
      this.timer = setInterval(() => this.tick(), beat);
    }
    this.save();
    this.show();
  }

  tick() {
    const {side, play} = this;
    if (this.now()[side] > 0 || play.node !== this.at) return this.show();
    this.stop();
    play.node.late = side;
    play.begun++; // what the engine or a menu has found comes too late
    play.opponent.stop();
    play.picker.leave();
    this.fall(side);
    play.draw();
    play.mine.changed();
    play.review.settle();
    this.show();
    say(play.saying());
  }

  // fall ends the game on the board: the time of a side is up.
  fall(side) {
    Object.assign(this.play.position, {result: lost(side), reason: 'time forfeit', legal: []});
  }

  show() {
    for (const [side, face] of Object.entries(this.faces)) {
      face.hidden = !this.left;
      if (!this.left) continue;
      const seconds = this.now()[side], text = written(seconds);
      face.classList.toggle('running', side === this.side);
      face.classList.toggle('hurry', seconds < hurry);
      if (face.textContent !== text) face.textContent = text;
      face.setAttribute('aria-label', `Clock of ${sideName(side === 'black')}`);
    }
  }
}

const side = (black) => (black ? 'black' : 'white');

function written(seconds) {
  const whole = seconds < hurry ? Math.floor(seconds * 10) / 10 : Math.ceil(seconds), minutes = Math.floor(whole / 60);
  return `${minutes}:${(whole - 60 * minutes).toFixed(seconds < hurry ? 1 : 0).padStart(seconds < hurry ? 4 : 2, '0')}`;
}
