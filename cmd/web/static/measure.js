// The tab "Measure": the values of the pieces, who wins, or the effect of a rule.
import {connect, processors, stopped} from './client.js';
import {choice, field, h, say} from './dom.js';
import {deleteRun, gamesOf, keepGames, keepRun, runs} from './keep.js';
import {results} from './results.js';

const flush = 1000; // milliseconds between requests for values
const maxListed = 50, part = 100; // games in the list, and of a request

export function mount(element, app) {
  new MeasureTab(element, app);
}

const numeral = (value, min, max) => h('input', {type: 'number', value, min, max, step: 1, required: true});

const questions = [['values', 'What are the pieces worth?'], ['wins', 'Who wins?'], ['rule', 'What does a changed rule do?'], ['game', 'How does another game differ?']];

const sidesOf = ({other, wins}) => (wins ? 3 : other ? 2 : 1); // two games, or three strengths

class MeasureTab {
  constructor(element, app) {
    this.app = app;
    this.question = choice(questions, 'values', () => this.ask());
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
    this.stop = h('button', {type: 'button', disabled: true, onclick: () => this.halt('Stopped; the games are kept.')}, 'Stop');
    this.progress = h('progress', {max: 1, value: 0, 'aria-label': 'Games played'});
    this.status = h('p', {class: 'status', role: 'status'});
    this.results = h('div', {class: 'results'});
    this.games = h('ol', {class: 'games'});
    this.kept = h('ul', {class: 'kept'});
    element.append(h('h2', {}, 'Measure'), h('form', {onsubmit: (e) => {
      e.preventDefault();
      this.measure();
    }}, field('Question', this.question), this.ruleFields, this.otherField,
    h('div', {class: 'pair'}, field('Pairs of games', this.pairs), field('Positions a move', this.nodes), field('Seed', this.seed), field('Engines at once', this.workers)),
    h('p', {class: 'buttons'}, this.start, this.stop)), this.progress, this.status, this.results,
    h('details', {}, h('summary', {}, 'Games'), this.games), h('h3', {}, 'Kept by this browser'), this.kept);
    app.addEventListener('game', () => this.begin().catch((error) => this.app.fail(error)));
    app.addEventListener('style', () => this.latest && this.show(this.latest));
    element.addEventListener('input', () => this.name(this.touched = true));
    this.ask();
  }

  ask() {
    this.ruleFields.hidden = this.question.value !== 'rule';
    this.otherField.hidden = this.question.value !== 'game';
    this.name();
  }

  // begin prepares the tab for another game, and shows what was measured of it before. The
  // games of a run under way are kept.
  async begin() {
    const {run} = this, {game, ref} = this.app;
    this.touched = false; // by the user, whose entries stay
    this.halt('', run && `The measurement of ${run.game.title} has stopped; its games are kept.`);
    this.latest = null;
    for (const part of [this.results, this.games]) part.replaceChildren();
    this.progress.value = 0;
    this.rule.replaceChildren(...game.settings.map((s) => h('option', {value: s.name}, s.name)));
    this.showRule();
    this.other.value = game.toml;
    const mine = (await this.list()).find((r) => JSON.stringify(r.request.game) === JSON.stringify(ref));
    if (mine && game === this.app.game && !this.run && !this.touched) await this.recall(mine);
  }

  showRule() {
    this.value.value = this.app.game.settings.find((s) => s.name === this.rule.value)?.value ?? '';
  }

  // request returns the measurement to make.
  request() {
    const {ref} = this.app, name = this.rule.value;
    const other = {
      rule: {...ref, rules: [...ref.rules.filter((r) => !r.startsWith(`${name}=`)), `${name}=${this.value.value}`]},
      game: {name: '', text: this.other.value, file: '', section: '', approximate: false, rules: []},
    }[this.question.value] ?? null;
    return {game: ref, other, wins: this.question.value === 'wins', seed: Number(this.seed.value), pairs: Number(this.pairs.value), nodes: Number(this.nodes.value)};
  }

  // id names the games of a request: how many of them are played changes none.
  id({pairs, ...request}) {
    return JSON.stringify([this.app.game.engine, request]);
  }

  // list shows the measurements that are kept, and returns them.
  async list() {
    this.all = await runs().catch(() => []);
    this.kept.replaceChildren(...this.all.map((r) => h('li', {}, `${r.title} ${r.games} games `,
      h('button', {type: 'button', class: 'plain', onclick: () => this.app.choose(r.request.game).then(() => this.recall(r)).catch((error) => this.app.fail(error))}, 'Show'),
      h('button', {type: 'button', class: 'plain', onclick: () => this.forget(r.id)}, 'Delete'))));
    if (!this.all.length) this.kept.append(h('li', {class: 'note'}, 'Nothing yet. What is measured here can be continued later.'));
    this.name();
    return this.all;
  }

  // name says whether the button begins a measurement or continues one.
  name() {
    const kept = this.app.game && this.all?.find((r) => r.id === this.id(this.request()));
    this.start.textContent = kept ? (kept.games < this.total(this.request()) ? 'Go on' : 'Show') : 'Measure';
  }

  async forget(id) {
    if (this.run?.id === id) this.halt('Stopped.');
    await deleteRun(id);
    await this.list();
  }

  total(request) {
    return 2 * sidesOf(request) * request.pairs;
  }

  // recall shows a measurement that is kept, with its question.
  async recall({request}) {
    const {game, other, wins} = request;
    for (const name of ['seed', 'pairs', 'nodes']) this[name].value = request[name];
    const changed = other?.rules.find((r) => !game.rules.includes(r));
    this.question.value = wins ? 'wins' : !other ? 'values' : changed && other.text === game.text && other.name === game.name ? 'rule' : 'game';
    if (this.question.value === 'rule') [this.rule.value, this.value.value] = changed.split(/=(.*)/);
    if (this.question.value === 'game') this.other.value = other.text;
    this.ask();
    await this.measure(false);
  }

  // measure plays the games on several engines and shows the results. Games that are kept are
  // not played again. With play off only they are shown.
  async measure(play = true) {
    this.halt('');
    const {app} = this, request = this.request();
    const run = this.run = {request, play, id: this.id(request), game: app.game, next: 0, played: 0, fresh: [], history: [], began: performance.now(), total: this.total(request), engines: []};
    run.title = `${app.game.title}: ${questions.find(([name]) => name === this.question.value)[1]}`;
    this.start.disabled = play; // what is only shown may be left at once
    this.stop.disabled = false;
    this.results.replaceChildren();
    this.games.replaceChildren();
    this.status.textContent = 'Playing …';
    run.collector = connect();
    try {
      const kept = (await gamesOf(run.id).catch(() => [])).filter((record) => this.number(run, record) < run.total);
      run.have = new Set(kept.map((record) => this.number(run, record)));
      run.played = run.before = run.stored = run.have.size;
      kept.slice(0, maxListed).forEach((record) => this.note(run, record));
      await this.collect(run, kept, true); // reports faults in the request
      if (run !== this.run) return;
      if (!play) return this.halt(run.have.size < run.total ? 'Stopped before.' : 'Done.');
      run.engines = Array.from({length: Math.min(Number(this.workers.value), run.total)}, () => connect());
      run.timer = setInterval(() => this.flush(run).catch((error) => this.fail(run, error)), flush);
      await Promise.all(run.engines.map((engine) => this.work(run, engine)));
      clearInterval(run.timer);
      while (run.busy) await run.busy;
      await this.flush(run);
      if (run === this.run) this.halt('Done.');
    } catch (error) {
      this.fail(run, error);
    }
  }

  // number counts the games of a measurement: pair by pair, and side by side.
  number({request}, {pair, side, index}) {
    return 2 * (pair * sidesOf(request) + side) + index;
  }

  fail(run, error) {
    if (run !== this.run || stopped(error)) return;
    this.halt(error.message);
  }

  // work plays one game after another. The two sides of a pair follow each other.
  async work(run, engine) {
    const sides = sidesOf(run.request);
    while (run === this.run) {
      while (run.have.has(run.next)) run.next++;
      const n = run.next++;
      if (n >= run.total) return;
      const record = await engine.call('play', {...run.request, pair: Math.floor(n / 2 / sides), side: Math.floor(n / 2) % sides, index: n % 2});
      run.fresh.push(record);
      run.played++;
      this.note(run, record);
    }
  }

  // flush keeps new games and shows the values.
  async flush(run) {
    if (run.busy || run !== this.run) return;
    const games = run.fresh.splice(0);
    run.busy = this.keep(run, games).then(() => this.collect(run, games, false));
    try {
      await run.busy;
    } finally {
      run.busy = null;
    }
  }

  async keep(run, games) {
    if (!games.length) return;
    const {id, request, title} = run;
    run.stored += games.length;
    try {
      await keepGames(id, games);
      await keepRun({id, request, title, games: run.stored, changed: Date.now()});
    } catch (error) {
      say(`The games cannot be kept: ${error.message}`);
    }
  }

  // collect sends games in parts and shows the values.
  async collect(run, games, restart) {
    for (let i = 0; i === 0 || i < games.length; i += part) {
      const values = await run.collector.call('values', {...run.request, games: games.slice(i, i + part), restart: restart && i === 0});
      if (run !== this.run) return;
      if (i + part >= games.length) this.show(Object.assign(run, {values}));
    }
  }

  // halt ends the run; games that are not kept yet are.
  halt(text, instead = null) {
    const {run} = this;
    this.run = null;
    this.start.disabled = false;
    this.stop.disabled = true;
    if (run) {
      clearInterval(run.timer);
      for (const engine of [run.collector, ...run.engines]) engine.close();
      if (run.values) text = `${text} ${this.told(run)}`;
      if (run.play) say(text); // what is only shown interrupts nobody
      this.keep(run, run.fresh.splice(0)).then(() => this.list());
    }
    this.status.textContent = instead ?? text;
  }

  told(run) {
    const fresh = run.played - run.before, seconds = (performance.now() - run.began) / 1000;
    return `${run.values.pairs} of ${run.request.pairs} pairs, ${run.played} games${fresh ? `, ${(fresh / seconds).toFixed(1)} a second` : ''}.`;
  }

  note(run, record) {
    if (this.games.childElementCount >= maxListed) return;
    const ref = record.side && run.request.other || run.request.game;
    this.games.append(h('li', {}, h('button', {type: 'button', class: 'plain', onclick: () => {
      this.app.play.choosePlayers('person', 'person');
      this.app.replay(ref, record).catch((error) => this.app.fail(error));
    }}, `Pair ${record.pair + 1}, game ${record.index + 1}`), `: ${record.result}, ${record.reason}, ${record.moves.length} plies`));
  }

  show(run) {
    this.latest = run;
    this.progress.value = run.played / run.total;
    if (run === this.run) this.status.textContent = this.told(run);
    if (run.values.pairs !== run.history.at(-1)?.pairs && run.values.values.length) run.history.push(run.values);
    this.results.replaceChildren(...results(run, run.game, this.app.style));
  }
}
