import { expect, test } from 'vitest';
import { presetIn, presets, withPreset } from './edit-presets';

test.each(presets)(
  'given an empty prompt, when %s is picked, then it fills the prompt',
  (preset) => {
    const prompt = withPreset('', preset);
    expect(prompt).toMatch(/^[A-Z].+\.$/);
    expect(presetIn(prompt)).toBe(preset);
  },
);

test('given one preset, when another is picked, then it takes its place', () => {
  const prompt = withPreset(withPreset('', 'vibrant colors'), 'vintage filter');
  expect(prompt).toBe(withPreset('', 'vintage filter'));
});

test('given words of the own, when presets are picked and taken back, then the words stay', () => {
  const own = 'Remove the wires. Keep the sky.';
  const prompt = withPreset(own, 'black and white');
  expect(prompt).toBe('Remove the wires. Keep the sky. Make it black and white.');
  expect(presetIn(own)).toBeNull();
  expect(withPreset(prompt, null)).toBe(own);
});
