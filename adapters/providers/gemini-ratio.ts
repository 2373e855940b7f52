/** The ratios that Gemini's models draw. */
import type { AspectRatio } from '@sachet/shared/contracts/vocabulary';
import type { StandardRatio } from './provider.ts';

/** The values of `imageConfig.aspectRatio`. */
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
