// What the page knows before the engine has arrived: the games of the catalogue and their
// first positions, in files that Site writes, and the game of a link that describes it.

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

// nameOf tells games apart.
const nameOf = ({name = '', text = '', file = '', section = '', approximate = false, rules = []}) => JSON.stringify([name, text, file, section, approximate, rules]);

let shared = null; // {name, game, position}

// shorten returns a description of a game for a link: the pictures of pieces by name, and nothing that only the engine needs; null
// without a list of pictures, as on the program's server.
export async function shorten({settings, sections, toml, ...game}, position) {
  const faces = await read('faces');
  if (!faces) return null;
  const pieces = game.pieces.map(({name, symbol, moves, royal, pawn, holds, waits, worth, faces: drawn}) => {
    const face = Object.keys(faces).find((key) => faces[key][0] === drawn[0] && faces[key][1] === drawn[1]);
    return {name, symbol, moves, royal, pawn, holds, waits, worth, ...(face ? {face} : {faces: drawn})};
  });
  return {game: {...game, pieces}, position};
}

// learn takes over how a link describes its game, until the engine does. forget ends that, and reports whether there was one.
export async function learn(ref, {game, position}) {
  const faces = await read('faces'), sound = [game.files, game.ranks].every((n) => Number.isInteger(n) && n >= 2 && n <= 16);
  if (!faces || !sound) return;
  const pieces = game.pieces.map(({face, ...piece}) => {
    const drawn = piece.faces ?? faces[face] ?? ['', ''];
    return {...piece, faces: drawn, letters: drawn, pattern: [], picture: '', alt: ''};
  });
  shared = {name: nameOf(ref), game: {...game, pieces, settings: [], sections: [], toml: ref.text}, position};
}

export function forget() {
  const had = shared !== null;
  shared = null;
  return had;
}

// early returns a promise of the reply to a request, or of null; or null at once if only the
// engine can know it.
export function early(method, request) {
  if (method === 'catalogue') return read(method);
  if (!['game', 'position'].includes(method) || request.fen || request.moves?.length) return null;
  const ref = (method === 'position' ? request.game : request) ?? {}, {name, text, rules} = ref;
  if (shared?.name === nameOf(ref)) return Promise.resolve(shared[method]);
  if (text || rules?.length) return null;
  return read('catalogue').then((list) => list?.games.some((g) => g.name === name) && read(name)).then((found) => found?.[method] ?? null);
}
