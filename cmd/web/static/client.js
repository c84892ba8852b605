// Requests to engines in Web Workers or to the program's server.
import {early, unpacked} from './early.js';
import {server} from './home.js';

// Fault is an error in a request; faults lists the faults in a text by line.
export class Fault extends Error {
  constructor({error, faults}) {
    super(error);
    this.faults = faults ?? [];
  }
}

let compiled;

// engine compiles the engine, once for all workers. The bar of the page shows how much of it
// has arrived.
function engine() {
  if (compiled) return compiled;
  const bar = document.getElementById('loading');
  bar.hidden = false;
  compiled = unpacked('engine.wasm.gz', (share) => (bar.value = share)).then((bytes) => WebAssembly.compile(bytes)).catch((error) => {
    compiled = null; // the next request tries again
    throw new Error(`The engine cannot be loaded: ${error.message}`);
  }).finally(() => (bar.hidden = true));
  return compiled;
}

// Local is an engine in a worker, which answers one request after another. It starts with
// the first request that needs it, or by prepare().
class Local {
  constructor() {
    this.waiting = new Map();
    this.last = 0;
    this.worker = null;
  }

  prepare() {
    if (this.worker) return this.worker;
    const worker = this.worker = engine().then((module) => {
      const worker = new Worker(new URL('worker.js', import.meta.url), {type: 'module'});
      worker.onmessage = ({data}) => this.answer(data);
      worker.onerror = (event) => this.fail(new Error(event.message || 'the engine stopped'));
      worker.postMessage({module});
      return worker;
    });
    worker.catch((error) => {
      if (this.worker === worker) this.worker = null;
      this.fail(error);
    });
    return worker;
  }

  answer({id, reply, failed}) {
    const {resolve, reject} = this.waiting.get(id) ?? {};
    this.waiting.delete(id);
    const value = JSON.parse(reply);
    if (failed) reject?.(new Fault(value));
    else resolve?.(value);
  }

  fail(error) {
    for (const {reject} of this.waiting.values()) reject(error);
    this.waiting.clear();
  }

  call(method, request) {
    const ask = () => this.ask(method, request);
    return early(method, request)?.then((reply) => (reply ? structuredClone(reply) : ask())) ?? ask();
  }

  ask(method, request) {
    return new Promise((resolve, reject) => {
      const id = ++this.last;
      this.waiting.set(id, {resolve, reject});
      this.prepare().then((worker) => worker.postMessage({id, method, request: JSON.stringify(request)}), reject);
    });
  }

  // stop cancels the requests under way.
  stop() {
    if (this.waiting.size > 0) this.close();
  }

  close() {
    this.worker?.then((worker) => worker.terminate(), () => {});
    this.worker = null;
    this.fail(new DOMException('stopped', 'AbortError'));
  }
}

// Remote is the program's server.
class Remote {
  constructor() {
    this.aborter = new AbortController();
  }

  async call(method, request) {
    const response = await fetch(new URL(`api/${method}`, import.meta.url), {
      method: 'POST',
      headers: {'Content-Type': 'application/json', ...server.headers},
      body: JSON.stringify(request),
      signal: this.aborter.signal,
    });
    const text = await response.text();
    if (response.ok) return JSON.parse(text);
    let fault = {error: `${response.status} ${response.statusText}: ${text}`};
    try {
      fault = JSON.parse(text);
    } catch { /* not from the API */ }
    throw new Fault(fault);
  }

  prepare() {}

  stop() {
    this.aborter.abort();
    this.aborter = new AbortController();
  }

  close() {
    this.stop();
  }
}

// connect returns an engine: call(method, request) returns a promise of the reply, stop()
// cancels the requests under way, close() ends the engine, and prepare() loads it before the
// first request.
export const connect = () => (server ? new Remote() : new Local());

// processors returns the number of engines to use at once.
export const processors = () => server?.workers ?? Math.max(1, navigator.hardwareConcurrency || 1);

// stopped reports whether stop or close caused an error.
export const stopped = (error) => error.name === 'AbortError';
