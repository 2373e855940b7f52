import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawPicture, type Picture } from './drawing.ts';
import { measureDistance } from './testing/pixels.ts';
import { redrawPicture } from './redrawing.ts';

const chai: Picture = {
  prompt: 'A cup of chai on a table',
  provider: 'google',
  premium: false,
  width: 256,
  height: 256,
};

describe('drawing', () => {
  it('a drawn PNG has exactly the requested size', async () => {
    for (const [width, height] of [
      [1024, 1024],
      [512, 288],
      [144, 400],
      [2560, 1440],
    ] as const) {
      const { format, ...found } = await sharp(
        await drawPicture({ ...chai, width, height }),
      ).metadata();
      expect([format, found.width, found.height]).toEqual(['png', width, height]);
    }
  });

  it('the same order is drawn twice with the same bytes', async () => {
    expect((await drawPicture(chai)).equals(await drawPicture({ ...chai }))).toBe(true);
  });

  it('two prompts or two providers give different pictures', async () => {
    const first = await drawPicture(chai);
    const other = await drawPicture({ ...chai, prompt: 'Mumbai skyline at night' });
    const rival = await drawPicture({ ...chai, provider: 'openai' });
    expect(await measureDistance(first, other)).toBeGreaterThan(25);
    expect(await measureDistance(first, rival)).toBeGreaterThan(6);
  });
});

describe('redrawing', () => {
  it('an edited picture is nearer to its input than to another picture', async () => {
    const input = await drawPicture({ ...chai, prompt: 'beach' });
    const other = await drawPicture({ ...chai, prompt: 'Mumbai skyline at night' });
    for (const prompt of ['vibrant colors', 'upscale', 'black and white']) {
      const edited = await redrawPicture({ ...chai, prompt }, input);
      expect(edited.equals(input)).toBe(false);
      expect(await measureDistance(edited, input)).toBeLessThan(
        await measureDistance(edited, other),
      );
    }
  });
});
