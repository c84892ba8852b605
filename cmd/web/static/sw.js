// The service worker of the static page keeps its files, so that it opens without a net.
// Site fills in the files and their hashes. Where there are none, as on the program's
// server, the worker removes itself and what an earlier one has kept.
const files = {};
const version = '';

const prefix = `bestiary ${registration.scope} `, name = prefix + version;
const alone = version === '';

// keep fetches a file. Hosts may decompress the engine, and give the page another name.
async function keep(cache, [file, integrity]) {
  const plain = file === 'index.html' ? './' : file;
  const response = await fetch(plain, {cache: 'no-cache', ...(file.endsWith('.gz') ? {} : {integrity})});
  if (!response.ok || response.redirected) throw new Error(`${plain}: ${response.status}`);
  await cache.put(file, response);
}

async function clean() {
  for (const other of await caches.keys()) {
    if (other.startsWith(prefix) && (alone || other !== name)) await caches.delete(other);
  }
  if (!alone) return;
  await registration.unregister();
  for (const page of await clients.matchAll()) await page.navigate(page.url);
}

async function answer(request, file) {
  const cache = await caches.open(name);
  return (await cache.match(file)) ?? fetch(request);
}

oninstall = (event) => {
  if (alone) event.waitUntil(skipWaiting());
  else event.waitUntil(caches.open(name).then((cache) => Promise.all(Object.entries(files).map((file) => keep(cache, file)))));
};

onactivate = (event) => event.waitUntil(clean());

onfetch = (event) => {
  const {request} = event, file = request.url.split(/[?#]/)[0].slice(registration.scope.length) || 'index.html';
  if (request.method === 'GET' && request.url.startsWith(registration.scope) && Object.hasOwn(files, file)) event.respondWith(answer(request, file));
};
