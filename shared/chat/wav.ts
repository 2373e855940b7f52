/**
 * The one format of a dictation: 16-bit PCM at 16 kHz with one channel, so that the number of bytes is the
 * duration and no sender can hide an hour in a megabyte. Pure: client and server share it.
 */

export const wavSampleRate = 16_000;
const bytesPerSecond = 2 * wavSampleRate;
const headerBytes = 44;

/** The longest dictation, seconds. */
export const dictationSecondsMax = 60;

/** The header, the samples, and room for chunks that some encoders add. */
export const wavBytesMax = headerBytes + dictationSecondsMax * bytesPerSecond + 4096;

/** Samples from -1 to 1 at `wavSampleRate`. */
export function encodeWav(samples: Float32Array): Uint8Array<ArrayBuffer> {
  const wav = new Uint8Array(headerBytes + 2 * samples.length);
  const view = new DataView(wav.buffer);
  writeHeader(view, 2 * samples.length);
  samples.forEach((sample, index) => {
    const bounded = Math.max(-1, Math.min(1, sample));
    view.setInt16(headerBytes + 2 * index, Math.round(bounded * 32_767), true);
  });
  return wav;
}

function writeHeader(view: DataView, dataBytes: number): void {
  const text = (at: number, word: string) =>
    [...word].forEach((letter, index) => view.setUint8(at + index, letter.charCodeAt(0)));
  text(0, 'RIFF');
  view.setUint32(4, 36 + dataBytes, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, wavSampleRate, true);
  view.setUint32(28, bytesPerSecond, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, dataBytes, true);
}

/** `other_format`: a WAV that is not in our format. */
export type WavFault = 'not_wav' | 'other_format' | 'too_long' | 'empty';

/**
 * The recording as a WAV of its samples alone: other chunks are dropped, and the lengths in its headers are
 * not believed. `seconds` is its duration.
 */
export function readWav(
  bytes: Uint8Array,
): { readonly wav: Uint8Array<ArrayBuffer>; readonly seconds: number } | WavFault {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (bytes.length < 12 || word(0) !== 'RIFF' || word(8) !== 'WAVE') return 'not_wav';
  let hasOurFormat = false;
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = word(at);
    const announced = view.getUint32(at + 4, true);
    const start = at + 8;
    const length = Math.min(announced, bytes.length - start);
    if (name === 'fmt ') {
      if (length < 16) return 'not_wav';
      hasOurFormat =
        view.getUint16(start, true) === 1 &&
        view.getUint16(start + 2, true) === 1 &&
        view.getUint32(start + 4, true) === wavSampleRate &&
        view.getUint16(start + 14, true) === 16;
    }
    if (name === 'data') {
      if (!hasOurFormat) return 'other_format';
      return toRecording(bytes.subarray(start, start + length - (length % 2)));
    }
    // Chunks are padded to an even length.
    at = start + length + (length % 2);
  }
  return hasOurFormat ? 'empty' : 'not_wav';
}

function toRecording(data: Uint8Array) {
  const seconds = data.length / bytesPerSecond;
  if (data.length === 0) return 'empty';
  if (seconds > dictationSecondsMax) return 'too_long';
  const wav = new Uint8Array(headerBytes + data.length);
  writeHeader(new DataView(wav.buffer), data.length);
  wav.set(data, headerBytes);
  return { wav, seconds };
}

/** The samples of a WAV that `readWav` or `encodeWav` returned, from -1 to 1. */
export function readSamples(wav: Uint8Array<ArrayBuffer>): Float32Array {
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength);
  return Float32Array.from(
    { length: (wav.length - headerBytes) / 2 },
    (_, index) => view.getInt16(headerBytes + 2 * index, true) / 32_768,
  );
}

/** Below this, all samples are noise of the microphone. */
const silentBelow = 0.004;

/** Whether nothing can have been said: an API call would cost money and return an invented text. */
export function isSilent(samples: Float32Array): boolean {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / Math.max(1, samples.length)) < silentBelow;
}
