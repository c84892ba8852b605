// A game as a tree of moves: main line, variations, comments and annotations.

export const signs = {1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!', 10: '=', 13: '∞', 14: '⩲', 15: '⩱', 16: '±', 17: '∓', 18: '+−', 19: '−+'};

class Node {
  constructor(parent, move) {
    Object.assign(this, {parent, move, comment: '', nags: [], children: []});
    this.ply = parent ? parent.ply + 1 : 0;
    this.number = !parent ? 1 : parent.move?.black && !move.black && parent.move.kind !== 'placing' ? parent.number + 1 : parent.number; // as a FEN counts
  }
}

// Tree is a game; the start is a node without a move.
export class Tree {
  constructor(number = 1) {
    this.start = new Node(null, null);
    this.start.number = number;
  }

  // add returns the node of a move after another, which may be there already.
  add(node, move) {
    let next = node.children.find((c) => c.move.move === move.move);
    if (!next) node.children.push(next = new Node(node, move));
    return next;
  }

  // remove takes a move and all that follows away.
  remove(node) {
    node.parent.children = node.parent.children.filter((c) => c !== node);
  }

  // raise makes the line of a node the main line.
  raise(node) {
    for (; node.parent; node = node.parent) {
      const {children} = node.parent;
      children.splice(children.indexOf(node), 1);
      children.unshift(node);
    }
  }

  // end returns the last node of the line of a node.
  end(node = this.start) {
    while (node.children.length) [node] = node.children;
    return node;
  }

  // isPlain reports whether the tree is a line without notes.
  get isPlain() {
    for (let node = this.start; ; [node] = node.children) {
      if (node.comment || node.nags.length || node.children.length > 1) return false;
      if (!node.children.length) return true;
    }
  }

  // written returns the tree as a request has it: each move with the index of the one before.
  written() {
    const nodes = [], waiting = [...this.start.children].reverse().map((node) => [node, -1]);
    while (waiting.length) {
      const [node, parent] = waiting.pop();
      nodes.push({parent, move: node.move.move, comment: node.comment, nags: node.nags});
      const at = nodes.length - 1;
      waiting.push(...[...node.children].reverse().map((child) => [child, at]));
    }
    return {comment: this.start.comment, nodes};
  }

  // read adds the moves of a reply, each with the index of the one before.
  read(comment, nodes) {
    const made = [];
    this.start.comment = comment;
    for (const {parent, comment: note, nags, ...move} of nodes) {
      const node = this.add(parent < 0 ? this.start : made[parent], move);
      Object.assign(node, {comment: note, nags});
      made.push(node);
    }
  }
}

// pathTo returns the nodes from the first move to a node.
export function pathTo(node) {
  const path = [];
  for (; node.parent; node = node.parent) path.unshift(node);
  return path;
}
