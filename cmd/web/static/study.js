// The tab "Study": what a game is like, or the effect of a rule, by games that the page plays.
import {processors, stopped} from './client.js';
import {choice, field, h, say} from './dom.js';
import {counted, lasting} from './figures.js';
import {server} from './home.js';
import {deleteRun, runs} from './keep.js';
import {firstCost, idOf, Part} from './part.js';
import {results} from './results.js';
import {Studying} from './studying.js';

const maxListed = 50; // games

export function mount(element, app) {
  new StudyTab(element, app);
}

const numeral = (value, min, max) => h('input', {type: 'number', value, min, max, step: 1, required: true});

const questions = [['study', 'What is this game like?'], ['values', 'What are the pieces worth?'], ['wins', 'Who wins?'],
  ['rule', 'What does a changed rule do?'], ['game', 'How does another game differ?']];
const times = [[60, '1 minute'], [300, '5 minutes'], [1200, '20 minutes'], [3600, 'an hour']];
const levels = [300, 100, 30, 10]; // positions a move, of which the page chooses

// studyOf names the study that a request is a part of.
const studyOf = ({game, other, seed, nodes}, engine) => JSON.stringify([engine, game, other, seed, nodes]);

class StudyTab {
  constructor(element, app) {
    this.app = app;
    this.question = choice(questions, 'study', () => this.ask());
    this.rule = h('select', {onchange: () => this.showRule()});
    this.value = h('input', {type: 'text'});
    this.other = h('textarea', {rows: 6, spellcheck: 'false', wrap: 'off'});
    this.ruleFields = h('div', {class: 'pair'}, field('Rule', this.rule), field('Its other value', this.value));
    this.otherField = field('Text of the other game, such as this one with another array', this.other);
    this.time = choice(times, 60, () => this.foresee());
    this.nodes = numeral(100, 10, 1000000);
    this.seed = numeral(1, 0, Number.MAX_SAFE_INTEGER);
    this.workers = numeral(Math.min(64, processors()), 1, 64);
    this.steps = numeral(0, 0, 40);
    this.foreseen = h('p', {class: 'note'});
    this.start = h('button', {type: 'submit', class: 'main'}, 'Study');
    this.stop = h('button', {type: 'button', disabled: true, onclick: () => this.halt('Stopped; the games are kept.')}, 'Stop');
    this.progress = h('progress', {max: 1, value: 0, 'aria-label': 'Time'});
    this.status = h('p', {class: 'status', role: 'status'});
    this.results = h('div', {class: 'results'});
    this.games = h('ol', {class: 'games'});
    this.kept = h('ul', {class: 'kept'});
    element.append(h('h2', {}, 'Study'), h('form', {onsubmit: (e) => {
      e.preventDefault();
      this.study();
    }}, h('div', {class: 'pair'}, field('Question', this.question), field('Time', this.time)), this.ruleFields, this.otherField,
    h('details', {}, h('summary', {}, 'Settings'), h('div', {class: 'pair'}, field('Positions a move', this.nodes), field('Seed', this.seed),
      field('Engines at once', this.workers), field('Steps, in place of a time', this.steps))),
    this.foreseen, h('p', {class: 'buttons'}, this.start, this.stop)), this.progress, this.status, this.results,
    h('details', {}, h('summary', {}, 'Games'), this.games), h('h3', {}, 'Kept by this browser'), this.kept);
    app.addEventListener('game', () => this.begin().catch((error) => this.app.fail(error)));
    app.addEventListener('described', () => this.fill());
    app.addEventListener('style', () => this.latest && this.show(this.latest));
    app.addEventListener('tab', () => this.measureSpeed());
    element.addEventListener('input', () => {
      this.touched = true;
      this.recalled = false;
      this.name();
    });
    this.ask();
    app.studied = () => (this.latest?.game === app.game && this.results.querySelector('.answer') ? [...this.results.children] : []);
  }

  // fill shows the rules of the game, which a link leaves to the engine.
  fill() {
    const {game} = this.app;
    this.rule.replaceChildren(...game.settings.map((s) => h('option', {value: s.name}, s.name)));
    this.showRule();
    this.other.value = game.toml;
  }

  ask() {
    this.ruleFields.hidden = this.question.value !== 'rule';
    this.otherField.hidden = this.question.value !== 'game';
    this.foresee();
    this.name();
  }

  // begin prepares the tab for another game, and shows what was studied of it before. The games of a study under way are kept.
  async begin() {
    const {run} = this, {game, ref} = this.app, of = JSON.stringify(ref);
    if (run && of === this.of) return (run.game = game); // the address has led back to the same game
    Object.assign(this, {of, touched: false}); // by the user, whose entries stay
    this.halt('', run && `The study of ${run.game.title} has stopped; its games are ${run.lost ? 'not ' : ''}kept.`);
    if (this.recalled) this.question.value = 'study'; // which only the kept study asked
    this.latest = this.speed = this.recalled = null;
    this.ask();
    for (const part of [this.results, this.games, this.foreseen]) part.replaceChildren();
    this.progress.value = 0;
    this.fill();
    const mine = (await this.list()).find(([one]) => one.id === idOf(game.engine, one.request) && JSON.stringify(one.request.game) === JSON.stringify(ref));
    if (mine && game === this.app.game && !this.run && !this.touched) await this.recall(mine);
    else await this.measureSpeed();
  }

  // measureSpeed finds out how fast this machine is, once the tab is shown, and chooses the positions a move.
  async measureSpeed() {
    const {game, ref} = this.app;
    if (this.app.tab !== 'study' || !game || this.measuring === game) return;
    this.measuring = game;
    const speed = await this.app.client.call('speed', {game: ref}).catch(() => null);
    if (!speed?.positions || game !== this.app.game) return;
    this.speed = speed;
    if (!this.touched && !this.recalled && !this.run) this.nodes.value = levels.find((n) => this.seconds('values', n) + this.seconds('wins', n) < times[0][0] / 2) ?? levels.at(-1);
    this.foresee();
    this.name();
  }

  // seconds is how long the first games about a question are likely to take.
  seconds(kind, nodes) {
    return firstCost(kind, nodes) * this.speed.plies / this.speed.positions / Number(this.workers.value);
  }

  // foresee says how long the first games are likely to take.
  foresee() {
    if (!this.speed) return;
    const kinds = {study: ['values', 'wins'], values: ['values'], wins: ['wins']}[this.question.value] ?? ['other'], texts = {values: 'values', wins: 'who wins', other: 'the difference'};
    const list = kinds.map((kind) => `about ${lasting(this.seconds(kind, Number(this.nodes.value)))} for ${texts[kind]}`);
    this.foreseen.textContent = `On this machine, the first games take ${list.join(' and ')}. More games make the intervals narrower.`;
  }

  showRule() {
    this.value.value = this.app.game.settings.find((s) => s.name === this.rule.value)?.value ?? '';
  }

  // requests returns what to measure.
  requests() {
    const {ref} = this.app, name = this.rule.value, asked = this.question.value;
    const other = {
      rule: {...ref, rules: [...ref.rules.filter((r) => !r.startsWith(`${name}=`)), `${name}=${this.value.value}`]},
      game: {name: '', text: this.other.value, file: '', section: '', approximate: false, rules: []},
    }[asked] ?? null;
    const one = {game: ref, other, wins: false, seed: Number(this.seed.value), nodes: Number(this.nodes.value)};
    return {study: [one, {...one, wins: true}], wins: [{...one, wins: true}]}[asked] ?? [one];
  }

  // list shows the studies that are kept, and returns the runs of each. The parts of a study belong together.
  async list() {
    const all = await runs().catch(() => []), studies = new Map();
    for (const run of all) {
      const key = studyOf(run.request, JSON.parse(run.id)[0]);
      studies.set(key, [...studies.get(key) ?? [], run]);
    }
    this.all = all;
    this.kept.replaceChildren(...[...studies.values()].map((some) => h('li', {}, `${some.length > 1 ? some[0].title.replace(/: .*/, '') : some[0].title} ${counted(some.reduce((sum, {games}) => sum + games, 0), 'game')} `,
      h('button', {type: 'button', class: 'plain', onclick: () => this.app.choose(some[0].request.game).then(() => this.recall(some)).catch((error) => this.app.fail(error))}, 'Show'),
      h('button', {type: 'button', class: 'plain', onclick: () => this.forget(some)}, 'Delete'))));
    if (!all.length) this.kept.append(h('li', {class: 'note'}, 'Nothing yet. What is studied here can be continued later.'));
    this.name();
    return [...studies.values()];
  }

  // name says whether the button begins a study or continues one.
  name() {
    const {game} = this.app;
    this.start.textContent = game && this.requests().some((r) => this.all?.some(({id}) => id === idOf(game.engine, r))) ? 'Go on' : 'Study';
  }

  async forget(some) {
    if (some.some(({id}) => this.run?.parts.some((part) => part.id === id))) this.halt('Stopped.');
    for (const {id} of some) await deleteRun(id);
    await this.list();
  }

  // recall shows a study that is kept, with its question.
  async recall(some) {
    const {game, other, wins, seed, nodes} = some[0].request;
    this.recalled = true;
    this.seed.value = seed;
    this.nodes.value = nodes;
    const changed = other?.rules.find((r) => !game.rules.includes(r));
    this.question.value = some.some(({asked}) => asked === 'study') ? 'study' : wins ? 'wins' : !other ? 'values' : changed && other.text === game.text && other.name === game.name ? 'rule' : 'game';
    if (this.question.value === 'rule') [this.rule.value, this.value.value] = changed.split(/=(.*)/);
    if (this.question.value === 'game') this.other.value = other.text;
    this.ask();
    await this.study(false);
  }

  // study plays games and shows what they say. Games that are kept are not played again; with play off only they are shown.
  async study(play = true) {
    this.halt('');
    const {app} = this, parts = this.requests().map((request) => new Part(request, app.game, this.question.value));
    const run = this.run = new Studying(parts, {
      seconds: Number(this.time.value), steps: Number(this.steps.value), workers: Number(this.workers.value), speed: this.speed ?? {positions: 1e5, plies: 100},
    }, {noted: (part, record) => this.note(part, record), changed: () => run === this.run && this.show(run)});
    Object.assign(run, {game: app.game, asked: this.question.value, playing: play});
    this.start.disabled = play; // what is only shown may be left at once
    this.stop.disabled = false;
    for (const part of [this.results, this.games]) part.replaceChildren();
    this.status.textContent = play ? 'Playing …' : 'Reading the games that are kept …';
    try {
      await run.recall();
      if (run !== this.run) return;
      this.show(run);
      await (play ? alone(studyOf(parts[0].request, app.game.engine), () => run.play()) : run.examining);
      if (run === this.run) this.halt(play ? 'Done.' : 'Stopped before.');
    } catch (error) {
      if (run === this.run && !stopped(error)) this.halt(error.message);
    }
  }

  // halt ends the study.
  halt(text, instead = null) {
    const {run} = this;
    this.run = null;
    this.start.disabled = false;
    this.stop.disabled = true;
    if (run) {
      if (run.lost) text = `${text.replace('; the games are kept', '')} The games are not kept: ${run.lost.message}.`;
      if (text.startsWith('Done.')) this.progress.value = 1;
      text = `${text} ${this.told(run)}`;
      if (run.game === this.app.game) this.show(run);
      if (run.playing) say(text); // what is only shown interrupts nobody
      run.close().then(() => this.list());
    }
    this.status.textContent = instead ?? text;
  }

  told(run) {
    const fresh = run.began ? run.games - run.before : 0;
    return `${counted(run.games, 'game')}${fresh ? `, ${(fresh / run.elapsed).toFixed(1)} a second` : ''}.`;
  }

  note(part, record) {
    if (this.games.childElementCount >= maxListed) return;
    const {game, other} = part.request;
    this.games.append(h('li', {}, h('button', {type: 'button', class: 'plain', onclick: () => {
      this.app.play.choosePlayers('person', 'person');
      this.app.replay((record.side && other) || game, record).catch((error) => this.app.fail(error));
    }}, `Pair ${record.pair + 1}, game ${record.index + 1}`), `: ${record.result}, ${record.reason}, ${record.moves.length} plies`));
  }

  show(run) {
    this.latest = run;
    if (run === this.run && run.began) {
      const left = run.seconds - run.elapsed;
      this.progress.value = run.steps ? 0 : Math.min(1, run.elapsed / run.seconds);
      this.status.textContent = `${this.told(run)} ${run.steps ? '' : left > 1 ? `About ${lasting(left)} left.` : 'The last step is played to its end.'}`;
    }
    if (run === this.run && this.results.contains(document.activeElement)) return; // somebody reads or copies
    const open = [...this.results.querySelectorAll('details')].map((d) => d.open);
    this.results.replaceChildren(...results(run, this.app.style, server ? null : () => this.app.link({})));
    this.results.querySelectorAll('details').forEach((d, i) => (d.open = open[i] ?? d.open));
  }
}

// alone does work that only one tab of the browser may do at a time.
function alone(name, work) {
  if (!navigator.locks) return work(); // not a secure page
  return navigator.locks.request(name, {ifAvailable: true}, (lock) => {
    if (!lock) throw new Error('Another tab of this browser plays this study. Here are the games so far.');
    return work();
  });
}
