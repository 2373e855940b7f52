import { describe, expect, it, test } from 'vitest';
import { findEmblem, readEmblem } from './emblems.ts';
import { emblemsByWord, findSubject } from './subjects.ts';

const findEmblems = (prompt: string) => {
  const { hero, others } = findSubject(prompt);
  return [hero?.emblem, ...others.map(({ emblem }) => emblem)];
};

test('every emblem of the vocabulary exists and has a drawing', () => {
  const names = [...new Set(emblemsByWord.values())].map((name) => findEmblem(name) ?? name);
  for (const name of names) expect(readEmblem(name)).toMatch(/^<.+>$/s);
});

describe('subjects', () => {
  it.each([
    ['a tiger in the rain', ['tiger']],
    ['आम की टोकरी', ['mango', 'basket']],
    ['A basket of mangoes', ['mango', 'basket']],
    ['A yellow taxi in Mumbai at night', ['taxi']],
    ['ek sher aur kaale ghode', ['lion', 'horse']],
    ['बिल्लियाँ और एक पतंग', ['cat', 'kite']],
    ['birthday party for a 🐘', ['birthday-cake', 'elephant', 'party-popper']],
    ['🐘🎂', ['elephant', 'birthday-cake']],
    ['an orange umbrella', ['umbrella-with-rain-drops']],
    ['a red heart in the sky', ['red-heart']],
    ['an orange and a banana', ['tangerine', 'banana']],
    ['A woman in a red saree', ['woman-standing-medium-skin-tone', 'sari']],
    ['A cat. Style: 3D Render. Colors: Neon. Composition: Portrait.', ['cat']],
  ])('the emblems of "%s" are %j', (prompt, emblems) => {
    expect(findEmblems(prompt).toSorted()).toEqual(emblems.toSorted());
    expect(findEmblems(prompt)[0]).toBe(emblems[0]);
  });

  it('a prompt without any known subject still has something to draw', () => {
    expect(findSubject('மழையில் புலி').hero).not.toBeNull();
  });
});
