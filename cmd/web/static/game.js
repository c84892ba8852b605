// The tab "Game": open a game and see its board, pieces and rules.
import {Board} from './board.js';
import {Workshop} from './workshop.js';
import {counted} from './figures.js';
import {icon, styles} from './glyphs.js';
import {choice, copied, download, field, h, picture, say} from './dom.js';
import {page} from './post.js';

const formats = [['ini', 'ini', 'Save for Fairy-Stockfish'], ['diagram', 'html', 'Save as Interactive Diagram']];

const pause = 300; // milliseconds between the last key and the reading of a text

export function mount(element, app) {
  new GameTab(element, app);
}

class GameTab {
  constructor(element, app) {
    this.app = app;
    this.catalogue = h('select', {onchange: () => this.choose({name: this.catalogue.value})});
    this.section = h('select', {onchange: () => this.choose({...app.ref, section: this.section.value})});
    this.sectionField = field('Section', this.section);
    this.lines = h('div', {class: 'lines', 'aria-hidden': 'true'});
    this.text = h('textarea', {
      spellcheck: 'false', wrap: 'off', rows: 12, oninput: () => this.typed(), onscroll: () => (this.lines.scrollTop = this.text.scrollTop),
      'aria-describedby': 'faults', placeholder: 'Paste an Interactive Diagram, a variants.ini or a game file (TOML), or drop a file here.',
    });
    this.faults = h('ul', {class: 'faults', id: 'faults', 'aria-live': 'polite'});
    this.file = h('input', {type: 'file', accept: '.toml,.ini,.txt,.html,.htm', onchange: () => this.open(this.file.files[0])});
    this.board = new Board({press: (e) => this.workshop.press(e), pick: (square) => this.workshop.click(square), leave: () => this.workshop.take(null)});
    this.workshop = new Workshop(app, this.board);
    this.refused = h('div', {class: 'lost', hidden: true});
    this.chosen = h('div', {}); // what is shown of the game that is chosen
    this.about = h('div', {class: 'about'});
    this.rules = h('dl', {class: 'rules'});
    this.pieces = h('div', {class: 'pieces'});
    this.lay(element);
    app.addEventListener('game', () => this.show());
    app.addEventListener('described', () => this.show());
    app.addEventListener('refused', () => this.refuse());
    this.fill();
  }

  lay(element) {
    const text = field('Text of the game', this.text), editor = h('div', {class: 'editor'}, this.lines, this.text);
    text.append(editor);
    editor.addEventListener('dragover', (e) => e.preventDefault());
    editor.addEventListener('drop', (e) => {
      if (!e.dataTransfer.files.length) return;
      e.preventDefault();
      this.open(e.dataTransfer.files[0]);
    });
    element.append(
      h('div', {class: 'columns'},
        h('div', {}, this.refused, this.shown = h('div', {}, this.about, this.board.element, this.workshop.tools,
          field('Pieces', choice(styles, this.app.style, (e) => this.app.setStyle(e.target.value)))),
        this.actions = h('p', {class: 'buttons'},
          h('button', {type: 'button', class: 'main', onclick: () => this.app.show('play')}, 'Play it'),
          h('button', {type: 'button', onclick: () => this.app.show('study')}, 'Study it'),
          h('button', {type: 'button', onclick: () => this.copy().catch((error) => this.app.fail(error))}, 'Copy link'),
          h('button', {type: 'button', onclick: () => download(`${this.app.game.name}.toml`, this.app.game.toml)}, 'Save as game file'),
          ...formats.map(([format, suffix, title]) => h('button', {type: 'button', onclick: () => this.export(format, suffix).catch((error) => this.app.fail(error))}, title)),
          h('button', {type: 'button', onclick: () => this.post().catch((error) => this.app.fail(error))}, 'Save as page')),
        this.told = h('p', {class: 'note', role: 'status'})),
        h('div', {}, h('h2', {}, 'A game'), field('From the catalogue', this.catalogue), this.workshop.gallery.mine, this.workshop.gallery.element, field('Title', this.workshop.title),
          this.workshop.kinds.element, this.workshop.ruleTools,
          this.textDetails = h('details', {class: 'text'}, h('summary', {}, 'Text of the game'), text, field('From a file', this.file), this.sectionField, this.faults))),
      this.chosen);
    this.chosen.append(h('h2', {class: 'rules-begin'}, 'How the pieces move'), this.pieces, h('h2', {}, 'Rules'), this.rules);
  }

  async fill() {
    const {games, pictures} = await this.app.client.call('catalogue', {});
    this.workshop.kinds.offer(pictures);
    this.catalogue.append(h('option', {value: ''}, 'choose …'), ...games.map((g) => h('option', {value: g.name}, g.title)));
    this.catalogue.value = this.app.ref?.name ?? '';
  }

  async choose(ref) {
    if (!ref.name && !ref.text) return;
    const turn = this.turn = (this.turn ?? 0) + 1;
    try {
      await this.app.choose(ref);
    } catch (error) {
      if (turn !== this.turn) return;
      if (ref.text) this.app.refuse(true);
      this.explain(error.faults?.length ? error.faults : [{line: 0, message: error.message}]);
    }
  }

  // refuse shows that the text is no game, or that there is a game.
  refuse() {
    const {app} = this;
    for (const part of [this.shown, this.chosen, this.workshop.kinds.element, this.workshop.ruleTools]) part.hidden = app.refused;
    for (const button of this.actions.children) button.disabled = app.refused;
    this.refused.hidden = !app.refused;
    if (!app.refused) return;
    document.getElementById('title').textContent = 'a text that is no game yet';
    this.refused.replaceChildren(h('h2', {}, 'This text is no game yet'), h('p', {}, 'Its faults stand beside it. Until they are mended it cannot be played, measured or sent.'),
      h('p', {class: 'buttons'}, app.game && h('button', {type: 'button', onclick: () => app.choose(app.ref)}, `Back to ${app.game.title}`)));
  }

  typed() {
    this.number([]);
    this.workshop.leave();
    clearTimeout(this.timer);
    this.typing = true;
    this.timer = setTimeout(() => {
      this.typing = false;
      if (this.text.value.trim() || !this.app.refused) return this.choose({text: this.text.value});
      this.explain([]);
      if (this.app.game) this.app.choose(this.app.ref); // an empty text gives up
    }, pause);
  }

  async open(file) {
    this.file.value = ''; // so that the same file can be read again
    if (!file) return;
    if (file.size > 1 << 20) {
      this.explain([{line: 0, message: `${file.name} is longer than a megabyte`}]);
      return;
    }
    this.text.value = await file.text();
    this.choose({text: this.text.value, file: file.name});
  }

  // explain lists faults and marks their lines.
  explain(faults) {
    this.number(faults.map((f) => f.line));
    this.faults.replaceChildren(...faults.map((f) => h('li', {}, f.line > 0
      ? h('button', {type: 'button', class: 'plain', onclick: () => this.goTo(f.line)}, `Line ${f.line}`) : 'The text', ': ', f.message)));
    if (faults.length) say(`${counted(faults.length, 'fault')}. ${faults[0].message}`);
  }

  // number shows line numbers and marks faulty lines.
  number(faulty) {
    const marked = new Set(faulty);
    const count = Math.min(this.text.value.split('\n').length, 5000);
    this.lines.replaceChildren(...Array.from({length: count}, (_, i) => h('span', {class: marked.has(i + 1) ? 'faulty' : null}, i + 1)));
    this.lines.scrollTop = this.text.scrollTop;
  }

  goTo(line) {
    const before = this.text.value.split('\n').slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    const end = this.text.value.indexOf('\n', before);
    this.text.focus();
    this.text.setSelectionRange(before, end < 0 ? this.text.value.length : end);
  }

  // post saves the game as a page, with what its study says.
  async post() {
    download(`${this.app.game.name}.html`, await page(this.app, this.app.studied()));
    this.told.textContent = 'The page is one file, which needs no other. It can be posted anywhere.';
  }

  // export saves the game in a format of other programs, and says what that cannot express.
  async export(format, suffix) {
    const {text, warnings, lost} = await this.app.client.call('export', {game: this.app.ref, format});
    download(`${this.app.game.name}.${suffix}`, text);
    this.told.textContent = lost ? `The file lacks something of the game: ${warnings.join('; ')}.` : ['The file has all pieces and rules.', ...warnings.map((w) => `${w}.`)].join(' ');
  }

  async copy() {
    const address = await this.app.link({});
    history.replaceState(null, '', address);
    this.told.textContent = await copied(address) ? 'The link is on the clipboard.' : 'The link is in the address of the page.';
  }

  show() {
    const {game, ref} = this.app;
    this.catalogue.value = ref.name;
    if (!this.typing) this.text.value = ref.name ? game.toml : ref.text;
    this.explain([]);
    this.told.textContent = '';
    this.sectionField.hidden = game.sections.length === 0;
    this.section.replaceChildren(...game.sections.map((name) => h('option', {value: name, selected: name === ref.section}, name)));
    this.about.replaceChildren(h('h2', {}, game.title), game.author && h('p', {}, `by ${game.author}`), game.description && h('p', {}, game.description),
      game.approximates.length === 0 ? '' : h('div', {class: 'lost'}, h('p', {}, 'This is only an approximation of the game. It lacks these rules:'),
        h('ul', {}, ...game.approximates.map((rule) => h('li', {}, rule))),
        game.losses.length > 0 && h('details', {}, h('summary', {}, 'How it is played without them'), h('ul', {}, game.losses.map((loss) => h('li', {}, loss))))),
      ...game.warnings.map((w) => h('p', {class: 'note'}, w)));
    this.rules.replaceChildren(...game.rules.flatMap((r) => [h('dt', {}, r.topic), h('dd', {}, r.text)]));
    this.pieces.replaceChildren(...game.pieces.map((p) => p.picture ? h('figure', {}, picture(p.picture, p.alt, {loading: 'lazy'})) : h('p', {}, icon(p, false, this.app.style), ` ${p.name.replaceAll('-', ' ')} ${p.moves.map((m) => m.betza).join(', ')}`)));
  }
}
