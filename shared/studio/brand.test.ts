import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  pictureWordsMax,
  toCaptionLines,
  toEditWords,
  toIdeaLines,
  toPictureWords,
  withoutPictureWords,
} from './brand.ts';
import { SaveBrandRequest, type BrandKit } from './contracts/brand.ts';
import { tones } from './tones.ts';

const kit: BrandKit = {
  name: 'Sharma Sweets',
  phone: '98765 43210',
  address: 'Sarafa, Indore',
  mainColor: '#8a1c3b',
  secondColor: '#f5c451',
  tone: 'Excited',
  logoUrl: null,
  updatedAt: '2026-03-01T10:00:00.000Z',
};

it('the words of a brand can be removed from every prompt again', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(null, ...tones), (subject, tone) => {
      const prompt = `${subject}. Style: Cartoon.`;
      for (const words of [toPictureWords({ ...kit, tone }), toEditWords({ ...kit, tone })]) {
        expect(words.length).toBeLessThan(pictureWordsMax);
        expect(withoutPictureWords(`${prompt} ${words}`)).toBe(prompt);
      }
    }),
  );
});

it('a prompt without a brand stays as it is', () => {
  const prompt = 'Brand: palette of colours I like.';
  expect(withoutPictureWords(prompt)).toBe(prompt);
});

it('captions end with the contact, and ideas only know the name and the tone', () => {
  expect(toIdeaLines(kit)).toEqual(['Brand: Sharma Sweets', 'Voice of the brand: Excited']);
  expect(toCaptionLines(kit).at(-1)).toContain('98765 43210, Sarafa, Indore');
  expect(toCaptionLines({ ...kit, phone: '', address: '' })).toEqual(toIdeaLines(kit));
});

it('a kit accepts the scripts of India and refuses letters that our fonts do not have', () => {
  const accepts = (name: string) => {
    const { logoUrl: _logo, updatedAt: _at, ...words } = kit;
    return SaveBrandRequest.safeParse({ ...words, name }).success;
  };
  for (const name of ['शर्मा स्वीट्स', 'குமார் & சன்ஸ்', 'ગુજરાત · Café', 'ক খ', '₹99 store']) {
    expect(accepts(name), name).toBe(true);
  }
  for (const name of ['漢字', 'Sweets 🍬', 'two\nlines', '  ', 'x'.repeat(41)]) {
    expect(accepts(name), name).toBe(false);
  }
});
