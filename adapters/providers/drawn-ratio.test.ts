import { expect, it } from 'vitest';
import { AspectRatio } from '@sachet/shared/contracts/vocabulary';
import { createGemini } from './gemini.ts';
import { toGeminiRatio } from './gemini-ratio.ts';
import { createOpenAi } from './openai.ts';

it('Gemini draws every ratio on sale but A4, for which it gets the nearest', () => {
  const drawn = AspectRatio.options.filter((ratio) =>
    createGemini({ apiKey: 'none' }).drawsRatio('any', ratio),
  );
  expect(drawn).toEqual(AspectRatio.options.filter((ratio) => ratio !== '5:7'));
  expect(toGeminiRatio('5:7')).toBe('3:4');
  expect(toGeminiRatio('4:5')).toBe('4:5');
});

it('a model of OpenAI with free sizes draws every ratio, and one with three sizes only the square', () => {
  const drawnBy = (modelId: string) =>
    AspectRatio.options.filter((ratio) =>
      createOpenAi({ apiKey: 'none' }).drawsRatio(modelId, ratio),
    );
  expect(drawnBy('gpt-image-2.6-sunburst')).toEqual(AspectRatio.options);
  expect(drawnBy('gpt-image-1.5')).toEqual(['1:1']);
});
