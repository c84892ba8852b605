// The tab "Piece": type or draw a piece, and read roughly what it is worth.
import {field, h, picture, say} from './dom.js';
import {Leaps} from './leaps.js';

const pause = 300; // milliseconds between the last key and the question

export function mount(element, app) {
  new PieceTab(element, app);
}

class PieceTab {
  constructor(element, app) {
    this.app = app;
    this.grid = new Leaps(() => {
      this.moves.value = '';
      this.ask();
    });
    this.moves = h('input', {type: 'text', value: 'WzB', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', oninput: () => this.typed()});
    this.board = h('input', {type: 'text', value: '8x8', size: 6, oninput: () => this.later()});
    this.card = h('div', {'aria-live': 'polite'});
    element.append(h('h2', {}, 'What is a piece worth?'), h('div', {class: 'columns'},
      h('div', {}, field('Its moves in Betza’s notation', this.moves), field('Board, files x ranks', this.board),
        h('p', {class: 'note'}, 'Or draw it: click where it goes from the middle. A second click takes it away.'), this.grid.element),
      this.card));
    app.addEventListener('tab', ({detail}) => detail === 'piece' && !this.asked && this.ask());
  }

  typed() {
    this.grid.clear();
    this.later();
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), pause);
  }

  async ask() {
    clearTimeout(this.timer);
    const turn = this.asked = (this.asked ?? 0) + 1, {leaps} = this.grid;
    if (!leaps.length && !this.moves.value.trim()) {
      this.card.replaceChildren(h('p', {class: 'note'}, 'A piece that goes nowhere is worth nothing.'));
      return;
    }
    try {
      const card = await this.app.client.call('card', {betza: leaps.length ? '' : this.moves.value.trim(), leaps, board: this.board.value.trim()});
      if (turn === this.asked) this.show(card, leaps.length > 0);
    } catch (error) {
      if (turn === this.asked) this.card.replaceChildren(h('p', {class: 'error'}, error.message));
    }
  }

  show(card, drawn) {
    if (drawn) this.moves.value = card.betza;
    const rows = card.lines.map(({label, text}) => h('tr', {}, h('th', {scope: 'row'}, label), h('td', {}, text)));
    this.card.replaceChildren(h('table', {class: 'values'}, h('caption', {}, `${card.betza} on a board of ${this.board.value.trim()}`), h('tbody', {}, rows)),
      ...card.game ? [h('p', {class: 'buttons'}, h('button', {type: 'button', onclick: () => this.begin(card.game)}, 'Begin a game with it'))] : [],
      h('div', {class: 'pieces'}, h('figure', {}, picture(card.picture, card.alt))));
    say(card.lines[0]?.text ?? '');
  }

  async begin(text) {
    await this.app.choose({text});
    this.app.show('game');
  }
}
