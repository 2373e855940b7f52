import { expect, test } from 'vitest';
import { presetIn, presets, productPresets, withSentence } from './edit-presets';

const groups = [presets, productPresets].map((sentences) => Object.entries(sentences));
const every = groups.flat().map(([, sentence]) => sentence);

test('the presets of the specification have its names', () => {
  expect(Object.keys(presets)).toEqual(['vibrant colors', 'black and white', 'vintage filter']);
});

test.each(groups.flat())('the preset %s fills an empty prompt', (name, sentence) => {
  const prompt = withSentence('', every, sentence);
  expect(prompt).toMatch(/^[A-Z].+\.$/);
  expect(presetIn({ ...presets, ...productPresets }, prompt)).toBe(name);
});

test('choosing a preset replaces the one from the same group and keeps the one from the other group', () => {
  const looks = Object.values(presets);
  const shops = Object.values(productPresets);
  let prompt = withSentence('', looks, presets['vibrant colors']);
  prompt = withSentence(prompt, shops, productPresets.white);
  prompt = withSentence(prompt, looks, presets['vintage filter']);
  expect(presetIn(presets, prompt)).toBe('vintage filter');
  expect(presetIn(productPresets, prompt)).toBe('white');
  expect(withSentence(prompt, shops, null)).toBe(presets['vintage filter']);
});

test("adding and removing presets keeps the user's words", () => {
  const own = 'Remove the wires. Keep the sky.';
  const looks = Object.values(presets);
  const prompt = withSentence(own, looks, presets['black and white']);
  expect(prompt).toBe('Remove the wires. Keep the sky. Make it black and white.');
  expect(presetIn(presets, own)).toBeNull();
  expect(withSentence(prompt, looks, null)).toBe(own);
});
