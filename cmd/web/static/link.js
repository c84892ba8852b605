// Links that hold a whole game as compressed JSON in the fragment.

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

// maxLinked is the largest size of the text of a link, uncompressed.
const maxLinked = 1 << 20;

export async function pack(value) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream('deflate-raw'));
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte); // a call takes only so many arguments
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

// unpack returns what pack has packed.
export async function unpack(text) {
  return unpacked(text).catch((error) => {
    throw error instanceof TooMuch ? error : new Error('it is incomplete, or was changed on its way');
  });
}

class TooMuch extends Error {}

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const {done, value} = await reader.read();
    if (done) break;
    if ((length += value.length) > maxLinked) throw new TooMuch('it holds too much');
    parts.push(value);
  }
  return JSON.parse(await new Blob(parts).text());
}

// readLink returns the content of the page's address, {game, fen, moves, players, level, tab}
// or null. #game=NAME stands for a game of the catalogue.
export async function readLink() {
  const words = new URLSearchParams(location.hash.slice(1));
  if (words.has('g')) return {...await unpack(words.get('g')), tab: words.get('tab')};
  if (words.has('game')) {
    const list = (name) => words.get(name)?.split('.') ?? [], players = list('players');
    return {
      game: {name: words.get('game'), rules: words.getAll('rule')}, fen: words.get('fen') ?? '', moves: list('moves'),
      players: players.length === 2 ? players : null, level: Number(words.get('level')) || null, tab: words.get('tab'),
    };
  }
  return words.has('tab') ? {tab: words.get('tab')} : null;
}

export async function link(value) {
  const url = new URL(location.href);
  url.hash = 'g=' + await pack(value);
  return url.href;
}
