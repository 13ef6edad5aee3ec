/**
 * Sounds made on the spot with WebAudio: a card is a breath of filtered noise, everything else a
 * few soft tones of the pentatonic scale. No files, nothing to download.
 */
export type Sound = "card" | "pass" | "turn" | "finish" | "win" | "lose" | "talk";

let context: AudioContext | null = null;

/** Browsers allow sound only after a touch; call this from one. */
export function wakeSound(): void {
  if (typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
}

export function playSound(sound: Sound): void {
  if (context?.state !== "running") return;
  SOUNDS[sound](context, context.currentTime);
}

type Maker = (audio: AudioContext, at: number) => void;

const SOUNDS: Record<Sound, Maker> = {
  card: (audio, at) => rustle(audio, at, 2600, 0.11, 0.16),
  pass: (audio, at) => tone(audio, at, 196, 0.12, 0.07),
  turn: (audio, at) => {
    tone(audio, at, 587.3, 0.22, 0.09);
    tone(audio, at + 0.13, 880, 0.34, 0.08);
  },
  finish: (audio, at) => chord(audio, at, [523.3, 659.3, 784], 0.09),
  win: (audio, at) => chord(audio, at, [523.3, 587.3, 659.3, 784, 1046.5], 0.13),
  lose: (audio, at) => chord(audio, at, [440, 392, 329.6], 0.17),
  talk: (audio, at) => tone(audio, at, 1174.7, 0.09, 0.04),
};

function chord(audio: AudioContext, at: number, tones: readonly number[], gap: number): void {
  tones.forEach((pitch, i) => tone(audio, at + i * gap, pitch, 0.4, 0.075));
}

function tone(audio: AudioContext, at: number, pitch: number, length: number, loud: number): void {
  const voice = audio.createOscillator();
  voice.type = "sine";
  voice.frequency.value = pitch;
  voice.connect(fade(audio, at, length, loud));
  voice.start(at);
  voice.stop(at + length);
}

function rustle(
  audio: AudioContext,
  at: number,
  pitch: number,
  length: number,
  loud: number,
): void {
  const frames = Math.ceil(audio.sampleRate * length);
  const noise = audio.createBuffer(1, frames, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < frames; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / frames);
  const source = audio.createBufferSource();
  source.buffer = noise;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 0.8;
  source.connect(filter).connect(fade(audio, at, length, loud));
  source.start(at);
}

/** A volume that swells at once and dies away softly. */
function fade(audio: AudioContext, at: number, length: number, loud: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(audio.destination);
  return gain;
}
