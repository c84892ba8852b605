// GIF: an animation of pictures with few colours, each of which holds only what has changed.

const transparent = 255; // the colour of what has not changed
const codeBits = 8, mostCodes = 4096;

// rough turns a colour into one of 32,768.
const rough = (pixels, i) => (pixels[4 * i] >> 3) << 10 | (pixels[4 * i + 1] >> 3) << 5 | pixels[4 * i + 2] >> 3;

export class GIF {
  constructor(width, height) {
    Object.assign(this, {width, height, frames: [], counts: new Uint32Array(1 << 15), last: null});
  }

  // add adds a picture, as RGBA, that stays for a time in milliseconds.
  add(pixels, time) {
    const {width, height} = this, now = new Int32Array(width * height), box = {left: width, top: height, right: 0, bottom: 0};
    for (let i = 0; i < now.length; i++) {
      now[i] = rough(pixels, i);
      if (this.last?.[i] === now[i]) continue;
      this.counts[now[i]]++;
      const x = i % width, y = (i - x) / width;
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x + 1);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y + 1);
    }
    if (box.right === 0) Object.assign(box, {left: 0, top: 0, right: 1, bottom: 1}); // nothing has changed
    const {left, top, right, bottom} = box, changed = new Int32Array((right - left) * (bottom - top));
    for (let y = top, k = 0; y < bottom; y++) {
      for (let i = y * width + left; i < y * width + right; i++) changed[k++] = this.last?.[i] === now[i] ? -1 : now[i];
    }
    this.frames.push({left, top, width: right - left, height: bottom - top, changed, time});
    this.last = now;
  }

  // blob returns the file, which begins again at its end.
  blob() {
    const {palette, index} = this.colours(), parts = [], short = (n) => [n & 255, n >> 8];
    parts.push('GIF89a', [...short(this.width), ...short(this.height), 0xf7, 0, 0], palette, [0x21, 0xff, 11], 'NETSCAPE2.0', [3, 1, 0, 0, 0]);
    for (const {left, top, width, height, changed, time} of this.frames) {
      parts.push([0x21, 0xf9, 4, 1 << 2 | 1, ...short(Math.round(time / 10)), transparent, 0], [0x2c, ...short(left), ...short(top), ...short(width), ...short(height), 0], packed(Uint8Array.from(changed, (c) => (c < 0 ? transparent : index(c)))));
    }
    parts.push([0x3b]);
    return new Blob(parts.map((p) => (Array.isArray(p) ? new Uint8Array(p) : p)), {type: 'image/gif'});
  }

  // colours chooses the most frequent colours, and the nearest of them for each other one.
  colours() {
    const channels = (c) => [c >> 10, c >> 5 & 31, c & 31], palette = new Uint8Array(3 * 256), known = new Map();
    const chosen = [...this.counts.keys()].filter((c) => this.counts[c]).sort((a, b) => this.counts[b] - this.counts[a]).slice(0, transparent);
    chosen.forEach((c, i) => palette.set(channels(c).map((v) => v << 3 | v >> 2), 3 * i));
    const far = (a, b) => channels(a).reduce((sum, v, k) => sum + (v - channels(b)[k]) ** 2, 0);
    const nearest = (c) => chosen.reduce((best, other, i) => (far(c, other) < far(c, chosen[best]) ? i : best), 0);
    return {palette, index: (c) => known.get(c) ?? known.set(c, nearest(c)).get(c)};
  }
}

// packed compresses indices of colours by LZW, in blocks of at most 255 bytes.
function packed(pixels) {
  const clear = 1 << codeBits, bytes = [], table = new Map();
  let bits = 0, held = 0, size = codeBits + 1, next = clear + 2;
  const put = (code) => {
    held |= code << bits;
    for (bits += size; bits >= 8; bits -= 8, held >>>= 8) bytes.push(held & 255);
  };
  put(clear);
  let code = pixels[0];
  for (let i = 1; i < pixels.length; i++) {
    const key = code << codeBits | pixels[i], longer = table.get(key);
    if (longer !== undefined) {
      code = longer;
      continue;
    }
    put(code);
    if (next < mostCodes) {
      table.set(key, next);
      if (next++ === 1 << size) size++;
    } else {
      put(clear);
      table.clear();
      [size, next] = [codeBits + 1, clear + 2];
    }
    code = pixels[i];
  }
  put(code);
  put(clear + 1);
  if (bits > 0) bytes.push(held & 255);
  const out = [codeBits];
  for (let i = 0; i < bytes.length; i += 255) out.push(Math.min(255, bytes.length - i), ...bytes.slice(i, i + 255));
  return Uint8Array.from([...out, 0]);
}
