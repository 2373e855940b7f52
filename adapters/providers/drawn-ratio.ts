/** The ratios that a provider's models draw. Other orders get the nearest, and we cut the picture. */
import type { AspectRatio, Provider } from '@sachet/shared/contracts/vocabulary';
import { openAiImageSize } from './openai-image-size.ts';
import type { StandardRatio } from './provider.ts';

/** Gemini's `imageConfig.aspectRatio`. */
const geminiRatios = ['1:1', '3:2', '2:3', '4:3', '3:4', '5:4', '4:5', '16:9', '9:16'] as const;

const toNumber = (ratio: string): number => {
  const [across, down] = ratio.split(':').map(Number) as [number, number];
  return across / down;
};

/** The ratio itself if Gemini draws it, else the nearest. */
export function toGeminiRatio(ratio: AspectRatio | StandardRatio): (typeof geminiRatios)[number] {
  const distance = (drawn: string) => Math.abs(Math.log(toNumber(drawn) / toNumber(ratio)));
  return geminiRatios.reduce((best, drawn) => (distance(drawn) < distance(best) ? drawn : best));
}

/** Whether the model draws exactly this ratio. */
export function drawsRatio(provider: Provider, modelId: string, ratio: AspectRatio): boolean {
  if (provider === 'google') return toGeminiRatio(ratio) === ratio;
  const size = openAiImageSize(modelId, ratio, 1024).replace('x', ':');
  return toNumber(size) === toNumber(ratio);
}
