import { expect, test } from 'vitest';
import { presetIn, presets, withPreset } from './edit-presets';

test.each(presets)('fills an empty prompt with the preset %s', (preset) => {
  const prompt = withPreset('', preset);
  expect(prompt).toMatch(/^[A-Z].+\.$/);
  expect(presetIn(prompt)).toBe(preset);
});

test('replaces a preset with another one', () => {
  const prompt = withPreset(withPreset('', 'vibrant colors'), 'vintage filter');
  expect(prompt).toBe(withPreset('', 'vintage filter'));
});

test("keeps the user's words when presets are added and removed", () => {
  const own = 'Remove the wires. Keep the sky.';
  const prompt = withPreset(own, 'black and white');
  expect(prompt).toBe('Remove the wires. Keep the sky. Make it black and white.');
  expect(presetIn(own)).toBeNull();
  expect(withPreset(prompt, null)).toBe(own);
});
