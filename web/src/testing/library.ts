import type { LibraryItem } from '@sachet/shared/studio/contracts/library';

/** A bought picture in the library. It has defaults that a test can override. */
export const somethingKept = (given: Partial<LibraryItem> = {}): LibraryItem => ({
  generationId: 'gen_1',
  mode: 'image',
  provider: 'google',
  aspectRatio: '1:1',
  prompt: 'A blue kite',
  text: null,
  pictureUrl: '/favicon.svg',
  thumbnails: null,
  unlocked: true,
  boughtSize: 1024,
  price: null,
  favourite: true,
  keptUntil: null,
  createdAt: '2026-03-01T10:00:00.000Z',
  ...given,
});

/** A free preview of a picture. */
export const somePreview = (given: Partial<LibraryItem> = {}): LibraryItem =>
  somethingKept({
    generationId: 'gen_9',
    prompt: 'A red saree',
    unlocked: false,
    boughtSize: null,
    price: 75,
    favourite: false,
    ...given,
  });
