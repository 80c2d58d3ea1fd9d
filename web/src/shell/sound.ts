// Sounds made here: a knock of wood for a move, two for a capture, bells for the rest.
import type { Sound } from '../core/effects.js';

let context: AudioContext | undefined;

export function playSound(sound: Sound): void {
  try {
    context ??= new AudioContext();
    // Browsers allow no sound until the user touches the page.
    if (context.state === 'suspended') void context.resume();
    const now = context.currentTime;
    switch (sound) {
      case 'move':
        return knock(context, now, 900, 0.5);
      case 'capture':
        knock(context, now, 700, 0.6);
        return knock(context, now + 0.05, 1100, 0.4);
      case 'check':
        knock(context, now, 900, 0.5);
        return bell(context, now + 0.04, 660, 0.18);
      case 'end':
        [523, 659, 784].forEach((pitch, index) => bell(context as AudioContext, now + index * 0.13, pitch, 0.5));
        return;
      case 'refused':
        return bell(context, now, 196, 0.12);
    }
  } catch {
    // The page works without sound.
  }
}

/** A short burst of noise through a resonance: wood on wood. */
function knock(audio: AudioContext, at: number, pitch: number, loudness: number): void {
  const length = 0.07;
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++) {
    samples[index] = (Math.random() * 2 - 1) * Math.exp((-9 * index) / samples.length);
  }
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const wood = audio.createBiquadFilter();
  wood.type = 'bandpass';
  wood.frequency.value = pitch;
  wood.Q.value = 1.4;
  const volume = audio.createGain();
  volume.gain.value = loudness;
  source.connect(wood).connect(volume).connect(audio.destination);
  source.start(at);
}

function bell(audio: AudioContext, at: number, pitch: number, length: number): void {
  const tone = audio.createOscillator();
  tone.frequency.value = pitch;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(0.12, at + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + length);
}
