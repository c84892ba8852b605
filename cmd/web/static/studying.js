// A study: engines that play the games of its parts, step by step, for a time.
import {connect, stopped} from './client.js';

const flush = 1000; // milliseconds between requests for results

export class Studying {
  // on has the functions noted(part, record) and changed(). lost is the error by which games are not kept.
  constructor(parts, {seconds, steps, workers, speed}, on) {
    Object.assign(this, {parts, seconds, steps, workers, on});
    for (const part of parts) part.rate = speed.plies / speed.positions / workers;
    this.collector = connect();
    this.engines = [];
    this.active = true;
  }

  // call asks the engine that collects the games; no more once the study has ended.
  async call(method, request) {
    if (!this.active) throw new DOMException('stopped', 'AbortError');
    return this.collector.call(method, request);
  }

  get open() {
    return this.parts.filter((part) => !part.closed);
  }

  get games() {
    return this.parts.reduce((sum, part) => sum + part.have.size, 0);
  }

  get elapsed() {
    return this.began ? ((this.ended ?? performance.now()) - this.began) / 1000 : 0;
  }

  // recall collects what is kept. A part that cannot be measured is closed, unless it is the only one.
  async recall() {
    for (const part of this.parts) {
      try {
        for (const record of await part.recall(this)) this.on.noted(part, record);
        if (part.step) this.examining = part.examine(this).catch((error) => this.fail(error)).then(() => this.on.changed());
      } catch (error) {
        if (stopped(error) || this.parts.length === 1) throw error;
        part.closed = error.message;
      }
    }
  }

  // following returns the part to grow: one without an answer, or the one that is furthest from its aim among those whose next
  // step fits into the time that is left. One step is taken in any case.
  following() {
    if (this.steps) return this.open.find((part) => part.step < this.steps);
    const left = this.taken ? this.seconds - this.elapsed : Infinity;
    return this.open.find((part) => !part.step) ??
      this.open.filter((part) => part.cost(part.step + 1) * part.rate < left).sort((a, b) => b.off() - a.off())[0];
  }

  // play takes steps until none fits into the time.
  async play() {
    this.before = this.games;
    this.began = performance.now();
    this.engines = Array.from({length: this.workers}, () => connect());
    this.timer = setInterval(() => this.flush().catch((error) => this.fail(error)), flush);
    for (let part = this.following(); part && this.active; part = this.following()) {
      await this.take(part);
    }
    clearInterval(this.timer);
    this.ended = performance.now();
    await this.examining;
    if (this.failed) throw this.failed;
    this.on.changed();
  }

  // take plays the games of the next step of a part, and notes how long they took.
  async take(part) {
    const began = performance.now(), before = part.have.size;
    part.goal = part.pairs(part.step + 1);
    await Promise.all(this.engines.map((engine) => this.work(part, engine)));
    while (this.busy) await this.busy;
    await this.flush();
    if (!this.active) return;
    const games = 2 * part.sides * (part.pairs(part.step + 1) - part.pairs(part.step)), played = part.have.size - before;
    part.step++;
    if (played) part.rate = (performance.now() - began) / 1000 / part.cost(part.step) * games / played;
    this.taken = true;
    this.examining = part.examine(this).catch((error) => this.fail(error));
  }

  fail(error) {
    if (!stopped(error)) this.failed ??= error;
    this.active = false;
  }

  // work plays one game of a part after another.
  async work(part, engine) {
    for (let request; this.active && (request = part.take());) {
      const record = await engine.call('play', request);
      part.add(record);
      this.on.noted(part, record);
    }
  }

  // flush keeps new games and collects their results.
  async flush() {
    if (this.busy || !this.active) return;
    this.busy = (async () => {
      for (const part of this.open) {
        const games = await this.keep(part);
        if (games.length) await part.collect(this, games);
      }
      this.on.changed();
    })();
    try {
      await this.busy;
    } finally {
      this.busy = null;
    }
  }

  async keep(part) {
    const games = [...part.fresh];
    return part.keep().catch((error) => {
      this.lost = error;
      return games;
    });
  }

  // close ends the engines; games that are not kept yet are.
  async close() {
    this.active = false;
    this.ended ??= performance.now();
    clearInterval(this.timer);
    for (const engine of [this.collector, ...this.engines]) engine.close();
    for (const part of this.parts) await this.keep(part);
  }
}
