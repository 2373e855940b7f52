import fc from 'fast-check';
import { expect, it } from 'vitest';
import { finalSizes } from '@sachet/shared/models/rate-card';
import { AspectRatio } from '@sachet/shared/contracts/vocabulary';
import { openAiImageSize } from './openai-image-size.ts';

it.each([
  ['gpt-image-2', '1:1', 1024, '1024x1024'],
  ['gpt-image-2', '16:9', 2048, '2048x1152'],
  ['gpt-image-2', '9:16', 1536, '864x1536'],
  ['gpt-image-2', '4:3', 1024, '1024x768'],
  // 1024x576 has fewer pixels than these models accept.
  ['gpt-image-2', '16:9', 1024, '1280x720'],
  ['gpt-image-1.5', '16:9', 2048, '1536x1024'],
  ['gpt-image-1-mini', '3:4', 512, '1024x1536'],
  ['gpt-image-2', '4:5', 1024, '832x1040'],
  ['gpt-image-2', '5:7', 1024, '800x1120'],
  ['gpt-image-1.5', '1:1', 2048, '1024x1024'],
] as const)(
  'a picture by %s of the ratio %s and %i px is requested in the size %s',
  (modelId, aspectRatio, size, expected) => {
    expect(openAiImageSize(modelId, aspectRatio, size)).toBe(expected);
  },
);

it('the requested size of an OpenAI picture keeps the exact ratio, in steps of 16 and inside the limits, for every request', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...AspectRatio.options),
      fc.integer({ min: 1, max: 10_000 }),
      (aspectRatio, longestSide) => {
        const size = openAiImageSize('a-newer-model', aspectRatio, longestSide);
        const [width, height] = size.split('x').map(Number) as [number, number];
        const [across, down] = aspectRatio.split(':').map(Number) as [number, number];
        expect(width * down).toBe(height * across);
        expect([width % 16, height % 16]).toEqual([0, 0]);
        expect(width * height).toBeGreaterThanOrEqual(655_360);
        expect(width * height).toBeLessThanOrEqual(8_294_400);
        expect(Math.max(width, height)).toBeLessThanOrEqual(3840);
      },
    ),
  );
});

it('the requested size of an OpenAI picture is never smaller than a final size on sale', () => {
  for (const aspectRatio of AspectRatio.options) {
    for (const longestSide of finalSizes) {
      const sides = openAiImageSize('gpt-image-2', aspectRatio, longestSide).split('x').map(Number);
      expect(Math.max(...sides)).toBeGreaterThanOrEqual(longestSide);
    }
  }
});
