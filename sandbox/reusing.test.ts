import { expect, test } from 'vitest';
import { drawPicture, reusePictures, type Picture } from './drawing.ts';

const picture: Picture = {
  prompt: 'a blue kite',
  provider: 'google',
  premium: false,
  width: 16,
  height: 16,
};

test('given that pictures are reused, when one is asked for again, then it is not drawn again', async () => {
  const before = await drawPicture(picture);
  expect(await drawPicture(picture)).not.toBe(before);

  reusePictures();
  const drawn = await drawPicture(picture);
  expect(drawn.equals(before)).toBe(true);
  expect(await drawPicture({ ...picture })).toBe(drawn);
  expect(await drawPicture({ ...picture, provider: 'openai' })).not.toBe(drawn);
  // However many are asked for, only so many are kept.
  for (let width = 17; width < 90; width++) await drawPicture({ ...picture, width });
  expect(await drawPicture(picture)).not.toBe(drawn);
});
