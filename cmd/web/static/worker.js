// The engine in a Web Worker. The first message is the compiled module.
import './wasm_exec.js';

let ready;

async function start(module) {
  const go = new Go();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  go.run(instance); // it defines bestiary and keeps running
}

onmessage = async ({data}) => {
  if (data.module) {
    ready = start(data.module);
    return;
  }
  try {
    await ready;
    bestiary(data.method, data.request, (reply, failed) => postMessage({id: data.id, reply, failed}));
  } catch (error) {
    postMessage({id: data.id, reply: JSON.stringify({error: String(error)}), failed: true});
  }
};
