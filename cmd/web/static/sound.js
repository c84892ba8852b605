// A soft sound for moves, made here: there is no file to load.

import {recall, remember} from './storage.js';

let context;

// knock sounds like a piece that is put down, a little higher if it captures.
export function knock(capture) {
  if (recall('sound') === 'off' || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  const tone = context.createOscillator(), gain = context.createGain(), now = context.currentTime;
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(capture ? 330 : 220, now);
  tone.frequency.exponentialRampToValueAtTime(90, now + 0.08);
  gain.gain.setValueAtTime(0.12, now);
  gain.gain.exponentialRampToValueAtTime(0.001, now + 0.12);
  tone.connect(gain).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.13);
}

export const sounds = () => recall('sound') !== 'off';

export const setSounds = (on) => remember('sound', on ? 'on' : 'off');
