// The gallery: games to begin from, those that were built in this browser first.
import {Board} from './board.js';
import {deleteDesign, designs, keepDesign} from './keep.js';
import {h} from './dom.js';

const mostNamed = 5;

export class Gallery {
  constructor(app) {
    this.app = app;
    this.filter = h('input', {type: 'search', placeholder: 'a name, or 10x8', 'aria-label': 'Games with', oninput: () => this.sift()});
    this.own = h('div', {class: 'gallery'});
    this.mine = h('p', {class: 'mine-built', hidden: true});
    this.list = h('div', {class: 'gallery'});
    this.element = h('details', {class: 'gallery-of-games', ontoggle: () => this.element.open && this.show()}, h('summary', {}, 'Begin from another game'), this.filter, this.own, this.list);
    this.showMine();
  }

  // keep keeps a game that was built; id tells it from others.
  async keep(id, text, title) {
    await keepDesign({id, text, title, changed: Date.now()}).catch((error) => {
      if (!this.lost) this.app.fail(new Error(`This browser keeps no games: ${error.message}. Copy the link, or save the game as a file.`));
      this.lost = true;
    });
    await this.showMine();
    if (this.element.open) await this.showOwn();
  }

  // showMine names the latest games that were built in this browser.
  async showMine() {
    const list = (await designs().catch(() => [])).slice(0, mostNamed);
    this.mine.hidden = !list.length;
    this.mine.replaceChildren('Built in this browser: ', ...list.map(({id, text, title}) => h('button', {type: 'button', class: 'plain', onclick: () => this.begin({text, file: 'game.toml'}, id)}, title)));
  }

  begin(ref, id) {
    this.element.open = false;
    this.app.choose(ref).then(() => this.begun?.(id)).catch((error) => this.app.fail(error));
  }

  async show() {
    await this.showOwn();
    if (this.list.childElementCount) return;
    const {games} = await this.app.client.call('catalogue', {});
    for (const {name, title} of games) { // one after another: each needs its board
      const card = this.card({name, rules: []}, title);
      this.list.append(card);
      await this.draw(card, {name});
    }
  }

  async showOwn() {
    const list = await designs().catch(() => []);
    this.own.replaceChildren(...list.map(({id, text, title}) => {
      const ref = {text, file: 'game.toml'}, card = this.card(ref, title, h('button', {type: 'button', class: 'plain', onclick: async () => {
        await deleteDesign(id);
        await Promise.all([this.showMine(), this.showOwn()]);
      }}, 'Delete'), id);
      this.draw(card, ref);
      return card;
    }));
    this.sift();
  }

  card(ref, title, more = null, id = null) {
    return h('figure', {'data-words': title.toLowerCase()}, h('button', {type: 'button', 'aria-label': `Begin from ${title}`, onclick: () => this.begin(ref, id)}), h('figcaption', {}, title, ' ', more));
  }

  // draw shows the array of a game.
  async draw(card, named) {
    const ref = {name: '', text: '', file: '', section: '', approximate: false, rules: [], ...named};
    try {
      const game = await this.app.client.call('game', ref), position = await this.app.client.call('position', {game: ref, fen: '', moves: []}), board = new Board();
      board.show(game, position, {style: 'pictures'});
      card.dataset.words += ` ${game.files}x${game.ranks} ${game.pieces.map((p) => p.name).join(' ')}`;
      board.svg.querySelectorAll('.name').forEach((e) => e.remove());
      board.svg.setAttribute('aria-hidden', 'true');
      card.querySelector('button').append(board.element);
      this.sift();
    } catch { /* the card has its title */ }
  }

  sift() {
    const words = this.filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const card of this.element.querySelectorAll('figure')) card.hidden = !words.every((w) => card.dataset.words.includes(w));
  }
}
