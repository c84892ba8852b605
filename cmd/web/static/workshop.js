// The workshop: a game is built on its board, by tools, without a text.
import {drag} from './drag.js';
import {Gallery} from './gallery.js';
import {choice, field, h, put, renew, say} from './dom.js';
import {icon, nameOf} from './glyphs.js';
import {KindEditor} from './kinds.js';
import {both, copyOf, lengthen, widen} from './design.js';
import {fileOf, rankOf, squareAt} from './board.js';

const pause = 150; // milliseconds between the last change and its check
const sizes = Array.from({length: 15}, (_, i) => [i + 2, i + 2]);

export class Workshop {
  // board is the board of the tab, which becomes one to build on.
  constructor(app, board) {
    Object.assign(this, {app, board, past: [], future: [], steps: [], tool: null, carried: null, design: null, turn: 0, edits: 0});
    this.title = h('input', {type: 'text', maxlength: 80, onchange: () => this.change((d) => (d.title = this.title.value))});
    this.files = choice(sizes, 8, () => this.change((d) => widen(d, Number(this.files.value))));
    this.ranks = choice(sizes, 8, () => this.change((d) => lengthen(d, Number(this.ranks.value))));
    this.mirror = h('input', {type: 'checkbox', checked: true});
    this.palette = h('div', {class: 'palette', role: 'group', 'aria-label': 'What a click puts on a square'});
    this.undoButton = h('button', {type: 'button', onclick: () => this.travel(this.past, this.future)}, 'Undo');
    this.redoButton = h('button', {type: 'button', onclick: () => this.travel(this.future, this.past)}, 'Redo');
    this.faults = h('ul', {class: 'faults', 'aria-live': 'polite'});
    this.kinds = new KindEditor(this);
    this.gallery = new Gallery(app);
    this.gallery.begun = (id) => (this.id = id); // of the game that is built, to keep it
    this.rules = h('dl', {class: 'switches'});
    this.waiting = h('p', {class: 'note', hidden: true}, 'The grey rows are for pieces that wait: how many of a kind do so is said below its name.');
    this.tools = h('div', {class: 'tools'}, this.waiting, this.palette, this.faults,
      h('div', {class: 'pair'}, field('Files', this.files), field('Ranks', this.ranks), h('p', {class: 'field'}, h('label', {}, this.mirror, ' both sides alike'))),
      h('p', {class: 'buttons'}, this.undoButton, this.redoButton));
    this.ruleTools = h('details', {}, h('summary', {}, 'Rules'), this.rules);
    app.addEventListener('game', () => this.load());
    app.addEventListener('described', () => this.load(true));
    app.addEventListener('style', () => this.design && this.draw());
  }

  // load takes over the chosen game. Games that were left can be gone back to.
  async load(again = false) {
    const {app, sent} = this, {game, ref} = app, turn = ++this.turn;
    this.sent = null;
    if (!again && this.ref && !this.travelling && JSON.stringify(ref) !== JSON.stringify(this.ref)) {
      this.past.push(this.ref);
      this.future = [];
      if (!sent) this.id = null; // another game
    }
    this.ref = ref;
    this.travelling = false;
    const position = await app.client.call('position', {game: ref, fen: '', moves: []});
    if (game !== app.game) return;
    if (sent && sent.edits !== this.edits) return this.rebase(sent); // there are changes since
    if (turn !== this.turn) return;
    this.design = {
      rules: [], title: game.title, files: game.files, ranks: game.ranks, holes: new Set(game.holes), stones: new Map(position.pieces.map((p) => [p.square, {piece: p.piece, black: p.black}])),
      kinds: game.pieces.map(({name, symbol, royal, pawn, waits, look}, from) => ({from, name, symbol, royal, pawn, waits: waits ?? 0, betza: '', picture: look ?? ''})),
    };
    this.behind = position.behind;
    this.known = this.edits; // the design is the game
    this.steps = [];
    if (this.tool?.piece >= game.pieces.length) this.tool = null;
    this.explain([]);
    this.fill();
  }

  // rebase makes the pieces of the game that has come of a design those of the design, which has changed since.
  rebase({kinds, rules}) {
    for (const kind of this.design.kinds) {
      kind.from = kinds.findIndex((k) => k.kind === kind);
      if (kind.from >= 0 && kinds[kind.from].betza === kind.betza) kind.betza = '';
    }
    this.design.rules = this.design.rules.filter((rule) => !rules.includes(rule));
    this.change(() => {});
    this.steps = []; // which are of the game before
  }

  // fill shows what the design has.
  fill() {
    const {design, app} = this;
    put(this.title, design.title);
    this.files.value = design.files;
    this.ranks.value = design.ranks;
    renew(this.rules, ...app.game.settings.flatMap((s) => this.rule(s)));
    this.kinds.show();
    this.draw();
  }

  // rule is a switch, with what it decides.
  rule({name, value, doc, choices}) {
    const set = (e) => this.setRule(name, e.target.value);
    const list = ['true', 'false'].includes(value) ? ['true', 'false'] : choices, words = {true: 'yes', false: 'no'};
    const control = list?.length ? choice(list.map((c) => [c, words[c] ?? c.replaceAll('-', ' ')]), value, set) : h('input', {type: 'text', value: value.replaceAll(',', ', '), onchange: set});
    control.setAttribute('aria-label', name);
    return [h('dt', {}, control), h('dd', {}, doc, ' ', h('small', {}, name))];
  }

  // setRule changes a rule: of a game of the catalogue that is otherwise as it was, so that its link stays short, or of the design.
  setRule(name, value) {
    const {app} = this, others = (rules) => rules.filter((r) => !r.startsWith(`${name}=`)), rule = `${name}=${value}`;
    if (!app.ref.name || this.edits !== this.known) return this.change((d) => (d.rules = [...others(d.rules), rule]));
    app.choose({...app.ref, rules: [...others(app.ref.rules), rule]}).catch((error) => {
      this.explain([{field: name, message: error.message}]);
      this.fill();
    });
  }

  pieces() {
    return this.design.kinds.map((k) => ({...(k.from >= 0 ? this.app.game.pieces[k.from] : k.look), name: k.name, symbol: k.symbol, royal: k.royal}));
  }

  draw() {
    const {design, app, tool} = this, pieces = this.pieces(), game = {...app.game, files: design.files, ranks: design.ranks, holes: [...design.holes], pieces};
    const stones = [...design.stones].filter(([square]) => fileOf(square) < design.files && rankOf(square) < design.ranks).map(([square, stone]) => ({square, ...stone}));
    this.board.show(game, {pieces: stones, behind: this.behind, walls: [], turn: 'white'}, {style: app.style, selected: this.carried});
    this.waiting.hidden = !game.gating;
    const same = (other) => JSON.stringify(other) === JSON.stringify(tool);
    const button = (what, label, ...inside) => h('button', {type: 'button', 'aria-pressed': same(what) ? 'true' : 'false', 'aria-label': label, title: label, onclick: () => this.take(what)}, inside);
    renew(this.palette, ...[false, true].map((black) => h('div', {}, pieces.map((p, piece) => button({piece, black}, nameOf(p, black), icon(p, black, app.style))))),
      h('div', {}, button(null, 'Move pieces', 'Move'), button({remove: true}, 'Remove pieces', 'Remove'), button({hole: true}, 'Hole in the board', 'Hole'),
        h('button', {type: 'button', 'aria-label': 'Clear the array', onclick: () => this.change((d) => d.stones.clear())}, 'Clear')));
    this.undoButton.disabled = !this.past.length && !this.faults.childElementCount;
    this.redoButton.disabled = !this.future.length;
  }

  // take chooses what a click does; a piece is shown to be changed.
  take(tool) {
    this.carried = null;
    this.tool = JSON.stringify(tool) === JSON.stringify(this.tool) && tool?.piece === undefined ? null : tool;
    if (tool?.piece >= 0) this.kinds.show(tool.piece);
    this.draw();
  }

  press(event) {
    const square = this.board.under(event, true), {design} = this;
    if (!square || !design) return;
    const stone = design.stones.get(square), {tool} = this;
    if (tool && (!stone || !tool.black && tool.piece === undefined)) return this.paint(event, square);
    drag(event, {
      click: () => this.click(square),
      take: () => stone && icon(this.pieces()[stone.piece], stone.black, this.app.style),
      size: () => this.board.scale, leave: () => this.take(null),
      drop: (end) => {
        const to = this.board.under(end, true);
        if (to && to !== square) this.change((d) => both(d, this.mirror.checked, square, stone, (at) => d.stones.delete(at), to));
      },
    });
  }

  // paint does what the tool does to every square that the pointer crosses until it is released.
  paint(event, first) {
    if (event.button !== 0 || !event.isPrimary) return;
    const {tool, board} = this, seen = new Set(), open = this.design.holes.has(first), away = new AbortController();
    const on = (name, handler) => document.addEventListener(name, (e) => e.pointerId === event.pointerId && handler(e), {signal: away.signal});
    const at = (square) => {
      if (!square || seen.has(square)) return;
      seen.add(square);
      this.apply(square, tool, open);
    };
    on('pointermove', (e) => at(board.under(e, true)));
    on('pointerup', () => away.abort());
    on('pointercancel', () => away.abort());
    at(first);
  }

  // carry takes a piece by one click and puts it down by another.
  carry(square, stone) {
    const {carried} = this, from = carried && this.design.stones.get(carried);
    this.carried = !carried && stone ? square : null;
    if (from && carried !== square) return this.change((d) => both(d, this.mirror.checked, carried, from, (at) => d.stones.delete(at), square));
    if (stone) this.kinds.show(stone.piece);
    this.draw();
  }

  click(square) {
    const {tool} = this, stone = this.design.stones.get(square);
    if (!tool) return this.carry(square, stone);
    const again = stone && stone.piece === tool.piece && stone.black === tool.black;
    this.apply(square, again ? {remove: true} : tool, this.design.holes.has(square));
  }

  // apply does what a tool does to a square; open makes it one of the board in place of a hole.
  apply(square, tool, open) {
    const stone = this.design.stones.get(square);
    this.change((d) => {
      if (tool.hole) {
        both(d, this.mirror.checked, square, null, (at) => (open ? d.holes.delete(at) : (d.holes.add(at), d.stones.delete(at))));
      } else if (tool.remove) {
        both(d, this.mirror.checked, square, stone, (at) => d.stones.delete(at));
      } else {
        both(d, this.mirror.checked, square, null, (at) => {
          d.holes.delete(at);
          d.stones.delete(at);
        }, null);
        both(d, this.mirror.checked, square, tool, () => {}, square);
      }
    });
  }

  // change changes the design, and soon the game, if it is one.
  change(how) {
    this.edits++;
    this.steps.push(copyOf(this.design));
    how(this.design);
    this.draw();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.commit(), pause);
  }

  // leave drops changes that have not become a game yet, as the text has another one.
  leave() {
    clearTimeout(this.timer);
    this.turn++;
  }

  async commit() {
    const {app, design, ref, edits} = this, sent = design.kinds.map((kind) => ({kind, betza: kind.betza})), turn = ++this.turn, {title, files, ranks, holes, kinds, stones, rules} = design;
    try {
      const {text} = await app.client.call('design', {
        game: ref, title, files, ranks, holes: [...holes], rules, kinds: kinds.map(({look, ...k}) => k), pieces: [...stones].map(([square, stone]) => ({square, ...stone})),
      });
      if (turn !== this.turn || design !== this.design) return;
      this.sent = {edits, kinds: sent, rules: [...rules]};
      await app.choose({text, file: 'game.toml'});
      this.id ??= crypto.randomUUID?.() ?? String(Math.random());
      await this.gallery.keep(this.id, text, title);
    } catch (error) {
      if (this.sent?.edits === edits) this.sent = null;
      if (turn === this.turn) this.explain(error.faults?.length ? error.faults : [{field: '', message: error.message}]);
    }
  }

  // explain shows the faults of a design, which is kept until it is mended or undone.
  explain(faults) {
    this.faults.replaceChildren(...faults.map(({message}) => h('li', {}, message)));
    if (faults.length) this.undoButton.disabled = false;
    this.kinds.explain(faults);
    if (faults.length) say(`Not a game yet: ${faults[0].message}`);
  }

  // travel goes to the game before or after. What is no game is given up first, change by change.
  async travel(from, to) {
    if (this.faults.childElementCount) {
      if (this.steps.length < 2) return this.load(true);
      this.sent = null;
      this.design = this.steps.pop();
      if (this.tool?.piece >= this.design.kinds.length) this.tool = null;
      this.change(() => {});
      this.steps.pop();
      return this.kinds.show();
    }
    const ref = from.pop();
    if (!ref) return;
    to.push(this.ref);
    this.travelling = true;
    await this.app.choose(ref).catch((error) => this.app.fail(error));
  }
}
