// The tab "Measure": the values of the pieces, or the effect of a rule.
import {icon} from './board.js';
import {connect, processors, stopped} from './client.js';
import {choice, field, h, say} from './dom.js';
import {bar, curves, number, range, shown} from './figures.js';

const flush = 1000; // milliseconds between requests for values
const maxListed = 50; // games in the list

export function mount(element, app) {
  new MeasureTab(element, app);
}

const numeral = (value, min, max) => h('input', {type: 'number', value, min, max, step: 1, required: true});

class MeasureTab {
  constructor(element, app) {
    this.app = app;
    this.question = choice([['values', 'What are the pieces worth?'], ['rule', 'What does a changed rule do?'], ['game', 'How does another game differ?']], 'values', () => this.ask());
    this.rule = h('select', {onchange: () => this.showRule()});
    this.value = h('input', {type: 'text'});
    this.other = h('textarea', {rows: 6, spellcheck: 'false', wrap: 'off'});
    this.ruleFields = h('div', {class: 'pair'}, field('Rule', this.rule), field('Its other value', this.value));
    this.otherField = field('Text of the other game, such as this one with another array', this.other);
    this.pairs = numeral(300, 20, 100000);
    this.nodes = numeral(100, 10, 1000000);
    this.seed = numeral(1, 0, Number.MAX_SAFE_INTEGER);
    this.workers = numeral(processors(), 1, 64);
    this.start = h('button', {type: 'submit', class: 'main'}, 'Measure');
    this.stop = h('button', {type: 'button', disabled: true, onclick: () => this.halt('Stopped.')}, 'Stop');
    this.progress = h('progress', {max: 1, value: 0, 'aria-label': 'Games played'});
    this.status = h('p', {class: 'status', role: 'status'});
    this.results = h('div', {class: 'results'});
    this.games = h('ol', {class: 'games'});
    element.append(h('h2', {}, 'Measure'), h('form', {onsubmit: (e) => {
      e.preventDefault();
      this.measure();
    }}, field('Question', this.question), this.ruleFields, this.otherField,
    h('div', {class: 'pair'}, field('Pairs of games', this.pairs), field('Positions a move', this.nodes), field('Seed', this.seed), field('Engines at once', this.workers)),
    h('p', {class: 'buttons'}, this.start, this.stop)), this.progress, this.status, this.results,
    h('details', {}, h('summary', {}, 'Games'), this.games));
    app.addEventListener('game', () => this.begin());
    app.addEventListener('style', () => this.latest && this.show(this.latest));
    this.ask();
  }

  ask() {
    this.ruleFields.hidden = this.question.value !== 'rule';
    this.otherField.hidden = this.question.value !== 'game';
  }

  // begin prepares the tab for another game.
  begin() {
    this.halt('');
    this.latest = null;
    this.results.replaceChildren();
    this.games.replaceChildren();
    this.progress.value = 0;
    this.rule.replaceChildren(...this.app.game.settings.map((s) => h('option', {value: s.name}, s.name)));
    this.showRule();
    this.other.value = this.app.game.toml;
  }

  showRule() {
    this.value.value = this.app.game.settings.find((s) => s.name === this.rule.value)?.value ?? '';
  }

  // request returns the measurement to make.
  request() {
    const {ref} = this.app, name = this.rule.value;
    const other = {
      values: null,
      rule: {...ref, rules: [...ref.rules.filter((r) => !r.startsWith(`${name}=`)), `${name}=${this.value.value}`]},
      game: {name: '', text: this.other.value, file: '', section: '', rules: []},
    }[this.question.value];
    const [seed, pairs, nodes] = [this.seed, this.pairs, this.nodes].map((input) => Number(input.value));
    return {game: ref, other, seed, pairs, nodes};
  }

  // measure plays the games on several engines and shows the results.
  async measure() {
    this.halt('');
    const run = this.run = {request: this.request(), next: 0, played: 0, done: 0, fresh: [], history: [], began: performance.now()};
    run.sides = run.request.other ? 2 : 1;
    run.total = 2 * run.sides * run.request.pairs;
    this.start.disabled = true;
    this.stop.disabled = false;
    this.results.replaceChildren();
    this.games.replaceChildren();
    this.status.textContent = 'Playing …';
    run.collector = connect();
    run.engines = Array.from({length: Math.min(Number(this.workers.value), run.total)}, () => connect());
    try {
      await this.collect(run, true); // reports faults in the request
      run.timer = setInterval(() => this.collect(run, false).catch((error) => this.fail(run, error)), flush);
      await Promise.all(run.engines.map((engine) => this.work(run, engine)));
      clearInterval(run.timer);
      while (run.busy) await run.busy;
      await this.collect(run, false);
      if (run === this.run) this.halt('Done.');
    } catch (error) {
      this.fail(run, error);
    }
  }

  fail(run, error) {
    if (run !== this.run || stopped(error)) return;
    this.halt(error.message);
  }

  // work plays one game after another. The two sides of a pair follow each other.
  async work(run, engine) {
    while (run.next < run.total && run === this.run) {
      const n = run.next++, perPair = 2 * run.sides;
      const place = {pair: Math.floor(n / perPair), side: Math.floor(n % perPair / 2), index: n % 2};
      const record = await engine.call('play', {...run.request, ...place});
      run.fresh.push(record);
      run.played++;
      this.list(run, record);
    }
  }

  // collect sends new games and shows the values.
  async collect(run, restart) {
    if (run.busy || run !== this.run) return;
    const games = run.fresh.splice(0);
    run.busy = run.collector.call('values', {...run.request, games, restart});
    try {
      const values = await run.busy;
      if (run === this.run) this.show(Object.assign(run, {values}));
    } finally {
      run.busy = null;
    }
  }

  halt(text) {
    const {run} = this;
    this.run = null;
    this.start.disabled = false;
    this.stop.disabled = true;
    if (run) {
      clearInterval(run.timer);
      for (const engine of [run.collector, ...run.engines]) engine.close();
      if (run.values) text = `${text} ${this.told(run)}`;
      say(text);
    }
    this.status.textContent = text;
  }

  told(run) {
    const seconds = (performance.now() - run.began) / 1000;
    return `${run.values.pairs} of ${run.request.pairs} pairs, ${run.played} games, ${(run.played / seconds).toFixed(1)} a second.`;
  }

  list(run, record) {
    if (this.games.childElementCount >= maxListed) return;
    const ref = record.side ? run.request.other : run.request.game;
    this.games.append(h('li', {}, h('button', {type: 'button', class: 'plain', onclick: () => {
      this.app.play.choosePlayers('person', 'person');
      this.app.replay(ref, record).catch((error) => this.app.fail(error));
    }}, `Pair ${record.pair + 1}, game ${record.index + 1}`), `: ${record.result}, ${record.reason}, ${record.moves.length} plies`));
  }

  show(run) {
    this.latest = run;
    const {values, request} = run;
    this.progress.value = run.played / run.total;
    if (run === this.run) this.status.textContent = this.told(run);
    if (values.pairs !== run.history.at(-1)?.pairs && values.values.length) run.history.push(values);
    const parts = request.other ? this.differences(values) : this.worth(values);
    if (!values.values.length && !values.measures.length) parts.push(h('p', {class: 'note'}, 'Values appear after 20 pairs.'));
    else parts.push(h('p', {class: 'note'}, 'With 95 % probability the interval of a value holds throughout the measurement, so you can watch it and stop at any time. The program gives the same values, with narrower intervals because it measures once: '),
      h('pre', {}, values.command.replace('%s', this.named())));
    if (!request.other && run.history.length > 1) parts.push(curves(run.history));
    this.results.replaceChildren(...parts);
  }

  // named returns the games and their changed rules as arguments of the program.
  named() {
    const {game, other} = this.latest.request;
    const quote = (r) => (/^[\w=.,:-]*$/.test(r) ? r : `'${r.replaceAll("'", "'\\''")}'`);
    const flags = (flag, rules) => rules.map((r) => ` --${flag} ${quote(r)}`).join('');
    const file = game.name || `${this.app.game.name}.toml`;
    if (!other) return file + flags('rule', game.rules);
    if (other.text !== game.text) return `${file} OTHER.toml${flags('rule', game.rules)}`;
    const shared = game.rules.filter((r) => other.rules.includes(r)), only = (a, b) => a.rules.filter((r) => !b.rules.includes(r));
    return file + flags('both', shared) + flags('rule', only(game, other)) + flags('against', only(other, game));
  }

  worth(values) {
    if (!values.values.length) return [];
    const {game, style} = this.app;
    const ordered = [...values.values].sort((a, b) => b.value.estimate - a.value.estimate);
    const max = 2 * Math.max(...ordered.map((v) => v.value.estimate ?? 0));
    return [h('table', {class: 'values'},
      h('caption', {}, `Values in ${values.scale}, after ${values.pairs} pairs of games`),
      h('thead', {}, h('tr', {}, ['Piece', 'Value', 'Interval', ''].map((text, i) => h('th', {scope: 'col', class: i ? 'number' : null}, text)))),
      h('tbody', {}, ordered.map((v) => h('tr', {'data-piece': v.name}, h('th', {scope: 'row'}, icon(game.pieces[v.piece], false, style), ' ', v.name.replaceAll('-', ' ')),
        h('td', {class: 'number'}, number(v.value.estimate)), h('td', {class: 'number interval'}, range(v.value)), h('td', {}, bar(v.value, max))))))];
  }

  differences(values) {
    if (!values.measures.length) return [];
    const [first, second] = values.labels;
    return [h('p', {class: 'answer'}, values.headline), h('table', {class: 'values'},
      h('caption', {}, `After ${values.pairs} pairs of games on each side; ${values.identical} games went the same way`),
      h('thead', {}, h('tr', {}, ['Measure', first, second, 'Difference', 'Interval'].map((text, i) => h('th', {scope: 'col', class: i ? 'number' : null}, text)))),
      h('tbody', {}, values.measures.map((m) => {
        const clear = m.difference.lo > 0 || m.difference.hi < 0;
        return h('tr', {class: clear ? 'clear' : null}, h('th', {scope: 'row'}, m.label, clear && ' ●'), [m.first, m.second, m.difference].map((v) => h('td', {class: 'number'}, shown(v.estimate, m.unit))),
          h('td', {class: 'number'}, range(m.difference, m.unit)));
      }))), h('p', {class: 'note'}, '● marks differences whose interval leaves out 0. With many measures, one of twenty marks may be chance.')];
  }
}
