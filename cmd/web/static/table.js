// What stands on the tab "Play": the board with its strips, the buttons and the fields.
import {Analysis} from './analysis.js';
import {choice, field, h, say} from './dom.js';
import {embedded} from './embed.js';
import {exchange} from './exchange.js';
import {Strip} from './hand.js';
import {Notation} from './notation.js';
import {levels} from './opponent.js';
import {SetUp} from './setup.js';
import {knock, setSounds, sounds} from './sound.js';
import {recall, remember} from './storage.js';

const people = [['person', 'a person'], ['engine', 'the engine']];

// lay puts everything into an element.
export function lay(element, play) {
  const {opponent} = play, button = (text, onclick, label) => h('button', {type: 'button', onclick, 'aria-label': label}, text);
  const selects = {};
  play.status = h('p', {class: 'status', id: 'status'});
  play.strips = {far: new Strip(play), near: new Strip(play)};
  play.notation = new Notation({go: (node) => play.go(node), remove: (node) => play.remove(node), changed: () => {
    play.app.keep();
    play.mine.changed();
  }});
  play.passButton = h('button', {type: 'button', id: 'pass', hidden: true, onclick: () => play.pass()}, 'Pass');
  play.analysis = new Analysis(play);
  play.setUp = new SetUp(play);
  for (const side of ['white', 'black']) {
    selects[side] = choice(people, play.players[side], (e) => {
      play.players[side] = e.target.value;
      play.picker.leave();
      opponent.stop();
      play.app.keep();
      opponent.reply();
    });
  }
  const level = choice(levels, opponent.nodes, (e) => {
    opponent.nodes = Number(e.target.value);
    play.app.keep();
  });
  play.choosePlayers = (white, black, nodes = opponent.nodes) => {
    const known = (name) => people.some(([value]) => value === name);
    if (known(white) && known(black)) Object.assign(play.players, {white, black});
    for (const side of ['white', 'black']) selects[side].value = play.players[side];
    if (levels.some(([n]) => n === nodes)) opponent.nodes = nodes;
    level.value = opponent.nodes;
  };
  const sound = h('input', {type: 'checkbox', id: 'sound', checked: sounds(), onchange: () => {
    setSounds(sound.checked);
    knock(false);
  }});
  element.append(h('div', {class: 'columns play'},
    h('div', {class: 'table'}, play.strips.far.element, play.board.element, play.strips.near.element),
    h('div', {class: 'side'},
      play.status,
      h('p', {class: 'buttons'}, play.passButton, button('←', () => play.go(play.node.parent), 'One move back'), button('→', () => play.go(play.node.children[0]), 'One move forward'),
        button('Take back', () => play.takeBack()), button('Hint', () => opponent.hint()), button('Flip', () => {
          play.flip = !play.flip;
          play.bar.element.classList.toggle('flipped', play.flip);
          play.draw();
        }), button('New game', () => play.renew()), !embedded && button('Rules', () => {
          play.app.show('game');
          document.querySelector('#panel-game .rules-begin')?.scrollIntoView();
        })), play.review.end, play.mine.note, play.about.element,
      h('h2', {class: 'unseen'}, 'Moves'), play.notation.element, typed(play),
      h('h2', {class: 'unseen'}, 'Players'),
      h('div', {class: 'pair'}, field('White is', selects.white), field('Black is', selects.black), field('Level of the engine', level), play.clock.field), opponent.weights,
      h('p', {}, sound, h('label', {for: 'sound'}, ' sound of moves')), field('Board', ground()),
      play.analysis.element, play.review.element, play.mine.element, play.setUp.element, exchange(play))));
  document.addEventListener('keydown', (event) => walk(event, element, play));
}

// ground chooses the colours of the board, which the browser keeps.
function ground() {
  const choose = (name) => (name ? document.documentElement.dataset.board = name : delete document.documentElement.dataset.board);
  const kept = recall('board') ?? '';
  choose(kept);
  return choice([['', 'wood'], ['green', 'green'], ['blue', 'blue']], kept, (e) => {
    choose(e.target.value);
    remember('board', e.target.value);
  });
}

// typed is the field for moves as text.
function typed(play) {
  const input = h('input', {type: 'text', autocomplete: 'off', spellcheck: 'false'});
  return h('form', {class: 'typed', onsubmit: async (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return;
    if (play.over) return play.tell(`${play.saying()} The game is over.`);
    const pass = play.position.legal.find((m) => m.kind === 'pass' && text.toLowerCase() === 'pass');
    try {
      const place = play.place();
      const move = pass ?? (await play.app.client.call('position', {...place, moves: [...place.moves, text], known: place.moves.length})).line[0];
      input.value = '';
      await play.make(move);
    } catch (error) {
      say(error.message);
      play.tell(error.message);
    }
  }}, field('Your move as text, such as Nf3', input), h('button', {type: 'submit'}, 'Move'));
}

// walk goes through the game by the arrow keys, Home and End: left and right by a move, up and
// down to the variation before and after.
function walk(event, element, play) {
  if (element.hidden || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.closest?.('input, textarea, select, [role=tab], dialog, summary')) return;
  if (event.key === 'Escape') return play.picker.leave();
  const {node, tree} = play, beside = (step) => {
    const list = node.parent?.children ?? [];
    return list[list.indexOf(node) + step];
  };
  const next = {
    ArrowLeft: () => node.parent, ArrowRight: () => node.children[0], ArrowUp: () => beside(-1), ArrowDown: () => beside(1), Home: () => tree.start, End: () => tree.end(node),
  }[event.key]?.();
  if (!next || next === node) return;
  event.preventDefault();
  play.go(next);
}
