import { expect, onTestFinished, test } from 'vitest';
import { drawPicture, reusePictures, type Picture } from './drawing.ts';

const picture: Picture = {
  prompt: 'a blue kite',
  provider: 'google',
  premium: false,
  width: 256,
  height: 256,
};

test('reused pictures of one size are not drawn again', async () => {
  const before = await drawPicture(picture);
  expect(await drawPicture(picture)).not.toBe(before);

  onTestFinished(reusePictures());
  const drawn = await drawPicture(picture);
  expect(drawn.equals(before)).toBe(true);
  expect(await drawPicture({ ...picture, prompt: 'a red boat' })).toBe(drawn);
  for (const other of [{ provider: 'openai' }, { premium: true }, { width: 257 }] as const) {
    expect(await drawPicture({ ...picture, ...other })).not.toBe(drawn);
  }
});
