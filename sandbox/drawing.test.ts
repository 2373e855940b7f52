import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawPicture, type Picture } from './drawing.ts';
import { measureColourfulness, measureDistance } from './testing/pixels.ts';
import { redrawPicture } from './redrawing.ts';

const chai: Picture = {
  prompt: 'A cup of chai on a table',
  provider: 'google',
  premium: false,
  width: 256,
  height: 256,
};

const colours = async (words: string) =>
  measureColourfulness(await drawPicture({ ...chai, prompt: `${chai.prompt}, ${words}` }));

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

  it('a premium model draws a richer version of the same picture', async () => {
    const fast = await drawPicture(chai);
    const premium = await drawPicture({ ...chai, premium: true });
    const other = await drawPicture({ ...chai, prompt: 'Mumbai skyline at night' });
    expect(premium.length).toBeGreaterThan(fast.length * 1.3);
    expect(await measureDistance(fast, premium)).toBeLessThan(
      (await measureDistance(fast, other)) / 2,
    );
  });

  it('colour words decide the colours', async () => {
    expect(await colours('black and white')).toBeLessThan(2);
    expect(await colours('muted sunset')).toBeLessThan((await colours('vibrant sunset')) * 0.7);
  });

  it('prompts with the same colours and different words give different pictures, from either provider', async () => {
    for (const provider of ['google', 'openai'] as const) {
      const draw = (prompt: string) =>
        drawPicture({ ...chai, provider, prompt: `${prompt} at night` });
      const pictures = await Promise.all(
        ['tiger', 'mango', 'taxi', 'Mumbai', 'आम', 'Zxqv'].map(draw),
      );
      for (const [index, picture] of pictures.entries()) {
        for (const other of pictures.slice(index + 1)) {
          expect(await measureDistance(picture, other)).toBeGreaterThan(4);
        }
      }
    }
  });
});

describe('redrawing', () => {
  it('an edited picture is nearer to its input than to another picture', async () => {
    const input = await drawPicture({ ...chai, prompt: 'beach' });
    const other = await drawPicture({ ...chai, prompt: 'Mumbai skyline at night' });
    for (const prompt of [
      'vibrant colors',
      'vintage filter',
      'add flowers',
      'upscale',
      'black and white',
    ]) {
      const edited = await redrawPicture({ ...chai, prompt }, input);
      expect(edited.equals(input)).toBe(false);
      expect(await measureDistance(edited, input)).toBeLessThan(
        await measureDistance(edited, other),
      );
    }
  });

  it('an added thing is in a corner, and the rest is unchanged', async () => {
    const input = await drawPicture({ ...chai, prompt: 'beach' });
    const [added, other, without] = await Promise.all(
      ['add a tiger', 'add an elephant', 'add a zxqv'].map((prompt) =>
        redrawPicture({ ...chai, provider: 'openai', prompt }, input),
      ),
    );
    expect(await measureDistance(added!, without!)).toBeGreaterThan(2);
    expect(await measureDistance(added!, other!)).toBeGreaterThan(2);
  });

  it('presets change the colours, and the size is the requested one', async () => {
    const input = await drawPicture({ ...chai, prompt: 'beach' });
    const edit = (prompt: string) =>
      redrawPicture({ ...chai, prompt, width: 320, height: 192 }, input);
    const [plain, vivid, grey, old] = await Promise.all([
      edit('upscale'),
      edit('vibrant colors'),
      edit('black and white'),
      edit('vintage filter'),
    ]);
    expect(await measureColourfulness(vivid)).toBeGreaterThan(
      (await measureColourfulness(plain)) * 1.1,
    );
    expect(await measureColourfulness(grey)).toBeLessThan(2);
    expect(await measureColourfulness(old)).toBeLessThan(await measureColourfulness(plain));
    const { width, height } = await sharp(vivid).metadata();
    expect([width, height]).toEqual([320, 192]);
  });

  it('editing bytes that are not a picture rejects', async () => {
    await expect(redrawPicture(chai, Buffer.from('not a picture'))).rejects.toThrow();
  });
});
