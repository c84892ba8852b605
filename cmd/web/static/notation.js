// The moves of a game with variations, comments and annotations.
import {choice, field, h} from './dom.js';
import {signs} from './tree.js';

// Notation shows a tree; go is called with a node, and changed after a change of the notes
// or the order.
export class Notation {
  constructor({go, remove, changed}) {
    Object.assign(this, {go, remove, changed});
    this.moves = h('div', {class: 'moves', role: 'group', 'aria-label': 'Moves'});
    this.sign = choice([['', 'none'], ...Object.entries(signs)], '', () => this.note());
    this.comment = h('textarea', {rows: 2, onchange: () => this.note()});
    this.line = h('p', {class: 'buttons'},
      h('button', {type: 'button', onclick: () => {
        this.tree.raise(this.node);
        this.change();
      }}, 'Make it the main line'),
      h('button', {type: 'button', onclick: () => this.remove(this.node)}, 'Delete from here'));
    this.element = h('div', {}, this.moves, h('details', {class: 'note-editor'}, h('summary', {}, 'Note on this move'), field('Sign', this.sign), field('Comment', this.comment), this.line));
  }

  show(tree, node) {
    Object.assign(this, {tree, node});
    this.current = null;
    this.moves.replaceChildren(...(tree.start.comment ? [this.remark(tree.start)] : []), ...this.after(tree.start, true));
    this.comment.value = node.comment;
    this.sign.value = node.nags.find((n) => signs[n]) ?? '';
    this.sign.disabled = !node.parent;
    this.line.hidden = !node.parent;
    if (this.current) this.moves.scrollTop = this.current.offsetTop - this.moves.offsetTop - this.moves.clientHeight / 2;
  }

  // after returns the moves after a node, with the variations after the move of the main line.
  after(node, fresh) {
    const parts = [];
    while (node.children.length) {
      const [main, ...others] = node.children;
      parts.push(...this.move(main, fresh));
      parts.push(...others.map((other) => h('span', {class: 'variation'}, '(', ...this.move(other, true), ...this.after(other, other.comment !== ''), ')')));
      fresh = others.length > 0 || main.comment !== '';
      node = main;
    }
    return parts;
  }

  move(node, fresh) {
    const {move, number, nags} = node, here = node === this.node;
    const button = h('button', {type: 'button', class: 'plain', 'data-move': move.move, 'aria-current': here ? 'step' : null, onclick: () => this.go(node)}, move.san + nags.map((n) => signs[n] ?? ` $${n}`).join(''));
    if (here) this.current = button;
    const count = !move.black ? `${number}. ` : fresh ? `${number}… ` : '';
    return [h('span', {class: 'move'}, count, button), ' ', ...(node.comment ? [this.remark(node)] : [])];
  }

  remark(node) {
    return h('span', {class: 'remark'}, node.comment, ' ');
  }

  note() {
    this.node.comment = this.comment.value.trim().replaceAll(/\s+/g, ' ');
    if (this.node.parent) this.node.nags = [...this.node.nags.filter((n) => !signs[n]), ...(this.sign.value ? [Number(this.sign.value)] : [])];
    this.change();
  }

  change() {
    this.show(this.tree, this.node);
    this.changed();
  }
}
