import { expect, test } from 'vitest';
import { presetIn, presets, withPreset } from './edit-presets';

test.each(presets)('the preset %s fills an empty prompt', (preset) => {
  const prompt = withPreset('', preset);
  expect(prompt).toMatch(/^[A-Z].+\.$/);
  expect(presetIn(prompt)).toBe(preset);
});

test('a preset replaces another preset in the prompt', () => {
  const prompt = withPreset(withPreset('', 'vibrant colors'), 'vintage filter');
  expect(prompt).toBe(withPreset('', 'vintage filter'));
});

test("adding and removing presets keeps the user's words", () => {
  const own = 'Remove the wires. Keep the sky.';
  const prompt = withPreset(own, 'black and white');
  expect(prompt).toBe('Remove the wires. Keep the sky. Make it black and white.');
  expect(presetIn(own)).toBeNull();
  expect(withPreset(prompt, null)).toBe(own);
});
