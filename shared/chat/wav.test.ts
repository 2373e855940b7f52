import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  dictationSecondsMax,
  encodeWav,
  isSilent,
  readWav,
  wavBytesMax,
  wavSampleRate,
} from './wav.ts';

const tone = (seconds: number, volume = 0.3) =>
  Float32Array.from(
    { length: Math.round(seconds * wavSampleRate) },
    (_, index) => Math.sin(index / 5) * volume,
  );

test('an encoded recording is read back with its duration', () => {
  const wav = encodeWav(tone(1.5));
  expect(readWav(wav)).toEqual({ wav, seconds: 1.5 });
});

test('a recording of more than a minute is refused even if its header says less', () => {
  const wav = encodeWav(tone(dictationSecondsMax + 1));
  new DataView(wav.buffer).setUint32(4, 1000, true);
  expect(readWav(wav)).toBe('too_long');
  const longest = encodeWav(tone(dictationSecondsMax));
  expect(longest.length).toBeLessThanOrEqual(wavBytesMax);
  expect(readWav(longest)).toMatchObject({ seconds: dictationSecondsMax });
});

test('other formats are refused: two channels, another rate, 8 bits, compression, no samples', () => {
  const changed = (at: number, value: number) => {
    const wav = encodeWav(tone(0.1));
    new DataView(wav.buffer).setUint16(at, value, true);
    return readWav(wav);
  };
  expect([changed(22, 2), changed(24, 8000), changed(34, 8), changed(20, 85)]).toEqual(
    Array(4).fill('other_format'),
  );
  expect(readWav(encodeWav(new Float32Array()))).toBe('empty');
  expect(readWav(new TextEncoder().encode('OggS and so on, for long enough'))).toBe('not_wav');
});

test('chunks of other encoders are dropped', () => {
  const wav = encodeWav(tone(0.2));
  const list = new Uint8Array([...new TextEncoder().encode('LIST'), 3, 0, 0, 0, 1, 2, 3, 0]);
  const withList = new Uint8Array([...wav.subarray(0, 36), ...list, ...wav.subarray(36)]);
  expect(readWav(withList)).toEqual({ wav, seconds: 0.2 });
});

test('no bytes make the reader throw or return more than a minute', () => {
  const start = encodeWav(tone(0.01));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.nat(44), (noise, kept) => {
      const read = readWav(new Uint8Array([...start.subarray(0, kept), ...noise]));
      if (typeof read !== 'string') {
        expect(read.seconds).toBeLessThanOrEqual(dictationSecondsMax);
        expect(read.wav.length).toBeLessThanOrEqual(noise.length + start.length + 44);
      }
    }),
  );
});

test('isSilent is true for silence and microphone noise, and false for a voice', () => {
  expect(isSilent(new Float32Array(1000))).toBe(true);
  expect(isSilent(tone(0.5, 0.002))).toBe(true);
  expect(isSilent(tone(0.5, 0.1))).toBe(false);
  expect(isSilent(new Float32Array())).toBe(true);
});
