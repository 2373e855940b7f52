import { expect, onTestFinished, test } from 'vitest';
import { drawPicture, reusePictures, type Picture } from './drawing.ts';

const picture: Picture = {
  prompt: 'a blue kite',
  provider: 'google',
  premium: false,
  width: 256,
  height: 256,
};

test('given that pictures are reused, when one of the same size is asked for, then it is not drawn again', async () => {
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
