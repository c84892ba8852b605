// A part of a study: the games of one measurement, those that this browser keeps, and what they say.
import {gamesOf, keepGames, keepRun} from './keep.js';

const growth = 1.5, batch = 100; // of the pairs of a step, and games of a request
const strengths = [1, 4, 16]; // at which it is asked who wins, as multiples of the positions a move

// kinds of parts: the pairs of games of the first step, and the effort of a pair, in games at the positions a move that are asked for.
const kinds = {
  values: {text: 'What are the pieces worth?', first: 20, sides: 1, effort: 2},
  wins: {text: 'Who wins?', first: 6, sides: strengths.length, effort: 2 * strengths.reduce((a, b) => a + b)},
  other: {text: 'How do two games differ?', first: 20, sides: 2, effort: 4},
};

const kindOf = ({other, wins}) => (wins ? 'wins' : other ? 'other' : 'values');

// idOf names the games of a request, made by a revision of the engine.
export const idOf = (engine, {game, other, wins, seed, nodes}) => JSON.stringify([engine, {game, other, wins, seed, nodes}]);

// firstCost is the cost of the first step of a kind of part: positions a move, summed over the games.
export const firstCost = (kind, nodes) => kinds[kind].first * kinds[kind].effort * nodes;

// share returns the half-width of a value as a share of it; untold is that of the widest interval that tells something.
const untold = 2 / 3;
const share = ({known, value: {estimate, lo, hi}}) => (known ? (hi - lo) / 2 / estimate : untold);

export class Part {
  // game is the description of the game of the request {game, other, wins, seed, nodes}, and asked the question of the study.
  constructor(request, game, asked) {
    this.request = request;
    this.kind = kindOf(request);
    Object.assign(this, kinds[this.kind]);
    this.id = idOf(game.engine, request);
    this.asked = asked;
    this.title = `${game.title}: ${this.text}`;
    this.step = this.next = this.goal = this.stored = 0;
    this.rate = 0; // seconds for a unit of cost
    this.have = new Set(); // numbers of games
    this.fresh = []; // games that are not collected yet
    this.history = [];
    this.values = this.faults = null;
    this.closed = ''; // why the part has no answer
  }

  // pairs returns how many pairs there are after a step, from 1, and cost what the step takes.
  pairs(step) {
    return step && Math.ceil(this.first * growth ** (step - 1));
  }

  cost(step) {
    return (this.pairs(step) - this.pairs(step - 1)) * this.effort * this.request.nodes;
  }

  // number counts the games pair by pair, and side by side.
  number({pair, side, index}) {
    return 2 * (pair * this.sides + side) + index;
  }

  // off is how far the intervals are from what one would like: values to a tenth, scores to 4 %.
  off() {
    const {values, wins} = this.values ?? {};
    if (wins) return wins.now / 0.04;
    const shares = (values ?? []).filter(({value: {lo, hi}}) => lo === null || lo !== hi).map(share).sort((a, b) => a - b);
    return (shares[shares.length >> 1] ?? untold) / 0.1;
  }

  // recall collects and returns the games that are kept, and notes the steps that they complete.
  async recall(collector) {
    const kept = (await gamesOf(this.id).catch(() => [])).filter((record) => !this.have.has(this.number(record)) && this.have.add(this.number(record)));
    this.stored = kept.length;
    await this.collect(collector, kept, true); // reports faults in the request
    let whole = 0;
    while (this.have.has(whole)) whole++;
    while (whole >= 2 * this.sides * this.pairs(this.step + 1)) this.step++;
    return kept;
  }

  // take returns the request for the next game before the goal, in pairs; null if there is none.
  take() {
    while (this.have.has(this.next)) this.next++;
    const n = this.next;
    if (n >= 2 * this.sides * this.goal) return null;
    this.next++;
    return {...this.request, pair: Math.floor(n / 2 / this.sides), side: Math.floor(n / 2) % this.sides, index: n % 2};
  }

  add(record) {
    this.have.add(this.number(record));
    this.fresh.push(record);
  }

  // keep keeps new games in the browser, and returns them.
  async keep() {
    const games = this.fresh.splice(0), {id, request, title, asked} = this;
    if (games.length) {
      this.stored += games.length;
      await keepGames(id, games);
      await keepRun({id, request, title, asked, games: this.stored, changed: Date.now()});
    }
    return games;
  }

  // collect sends games in batches and notes what all say.
  async collect(collector, games, restart = false) {
    for (let i = 0; i === 0 || i < games.length; i += batch) {
      this.values = await collector.call('values', {...this.request, games: games.slice(i, i + batch), restart: restart && i === 0});
    }
    if (this.values.values.length && this.values.pairs !== this.history.at(-1)?.pairs) this.history.push(this.values);
  }

  // examine looks for faults, in games that say who wins.
  async examine(collector) {
    if (this.values?.wins) this.faults = await collector.call('faults', this.request);
  }
}
