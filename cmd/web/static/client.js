// Requests to engines in Web Workers or to the program's server.
import {server} from './home.js';

// Fault is an error in a request; faults lists the faults in a text by line.
export class Fault extends Error {
  constructor({error, faults}) {
    super(error);
    this.faults = faults ?? [];
  }
}

let compiled;

// engine compiles the engine, once for all workers.
function engine() {
  compiled ??= (async () => {
    const response = await fetch(new URL('engine.wasm.gz', import.meta.url));
    if (!response.ok) throw new Error(`engine.wasm.gz: ${response.status} ${response.statusText}`);
    let bytes = await response.arrayBuffer();
    const [a, b] = new Uint8Array(bytes, 0, 2);
    if (a === 0x1f && b === 0x8b) { // the host has not decompressed it
      bytes = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
    }
    return WebAssembly.compile(bytes);
  })();
  return compiled;
}

// Local is an engine in a worker, which answers one request after another.
class Local {
  constructor() {
    this.waiting = new Map();
    this.last = 0;
    this.begin();
  }

  begin() {
    this.worker = engine().then((module) => {
      const worker = new Worker(new URL('worker.js', import.meta.url), {type: 'module'});
      worker.onmessage = ({data}) => this.answer(data);
      worker.onerror = (event) => this.fail(new Error(event.message || 'the engine stopped'));
      worker.postMessage({module});
      return worker;
    });
    this.worker.catch((error) => this.fail(error));
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
    return new Promise((resolve, reject) => {
      const id = ++this.last;
      this.waiting.set(id, {resolve, reject});
      this.worker.then((worker) => worker.postMessage({id, method, request: JSON.stringify(request)}), reject);
    });
  }

  // stop cancels the requests under way.
  stop() {
    if (this.waiting.size === 0) return;
    this.close();
    this.begin();
  }

  close() {
    this.worker.then((worker) => worker.terminate(), () => {});
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

  stop() {
    this.aborter.abort();
    this.aborter = new AbortController();
  }

  close() {
    this.stop();
  }
}

// connect returns an engine: call(method, request) returns a promise of the reply, stop()
// cancels the requests under way, and close() ends the engine.
export const connect = () => (server ? new Remote() : new Local());

// processors returns the number of engines to use at once.
export const processors = () => server?.workers ?? Math.max(1, navigator.hardwareConcurrency || 1);

// stopped reports whether stop or close caused an error.
export const stopped = (error) => error.name === 'AbortError';
