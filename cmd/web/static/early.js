// What the page knows before the engine has arrived: the games of the catalogue and their
// first positions, in files that Site writes.

// unpacked returns the bytes of a compressed file. report(share) is told how much is there.
export async function unpacked(name, report = () => {}) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  const total = Number(response.headers.get('Content-Length')), parts = [];
  let length = 0;
  for (const reader = response.body.getReader(); ;) {
    const {done, value} = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.length;
    report(total > 0 ? Math.min(length / total, 1) : 0);
  }
  const blob = new Blob(parts), [a, b] = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  if (a !== 0x1f || b !== 0x8b) return blob.arrayBuffer(); // the host has decompressed it
  return new Response(blob.stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

const kept = new Map();

// read returns the value in a file, or null.
function read(name) {
  if (!kept.has(name)) {
    kept.set(name, unpacked(`first/${name}.json.gz`).then((bytes) => JSON.parse(new TextDecoder().decode(bytes))).catch(() => null));
  }
  return kept.get(name);
}

// early returns a promise of the reply to a request, or of null; or null at once if only the
// engine can know it.
export function early(method, request) {
  if (method === 'catalogue') return read(method);
  const {name, text, rules} = (method === 'position' ? request.game : request) ?? {};
  if (!['game', 'position'].includes(method) || request.fen || request.moves?.length || text || rules?.length) return null;
  return read('catalogue').then((list) => list?.games.some((g) => g.name === name) && read(name)).then((found) => found?.[method] ?? null);
}
