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

  it('counts and colours belong to their own noun', () => {
    expect(findSubject('two white cats on a red sofa')).toMatchObject({
      hero: { emblem: 'cat', count: 2, tint: 'white' },
      others: [{ emblem: 'couch-and-lamp', count: 1, tint: '0' }],
    });
    expect(findSubject('a tiger in a green forest').hero?.tint).toBeNull();
  });

  it.each([
    ['a tiger in the rain', 'Tiger in the rain'],
    ['Please draw me a picture of two cats, watercolor', 'Two cats'],
    ['आम की टोकरी की तस्वीर बनाओ', 'आम की टोकरी'],
    ['Ek sher ki photo banao', 'Sher'],
    ['A beach in Goa at sunset with palm trees and boats', 'Beach in Goa at sunset with palm'],
    ['மழையில் புலி', ''],
    ['🐘🎂', ''],
    ['x'.repeat(4000), 'X' + 'x'.repeat(35)],
  ])('the title of "%s" is "%s"', (prompt, title) => {
    expect(findSubject(prompt).title).toBe(title);
  });

  it('places and weather are drawn behind and around the subject', () => {
    expect(findSubject('शहर में बारिश')).toMatchObject({
      scenery: { water: false },
      weather: 'rain',
    });
    expect(findSubject('a camel by the river')).toMatchObject({
      scenery: { water: true },
      weather: null,
    });
  });

  it('a prompt without any known subject still has something to draw', () => {
    expect(findSubject('மழையில் புலி').hero).not.toBeNull();
  });
});
