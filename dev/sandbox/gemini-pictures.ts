/** Pictures as Gemini delivers them: by aspect ratio and size class, drawn or edited. */
import sharp from 'sharp';
import { drawPicture } from './drawing.ts';
import { drawsOneSize, type ContentBody, type ContentCall, type Part } from './gemini-wire.ts';
import type { FailureKind } from './markers.ts';
import { toOddPicture } from './odd-pictures.ts';
import { redrawPicture } from './redrawing.ts';

/** Width and height at 1K, as Gemini delivers them. */
const sizes: Record<string, [number, number]> = {
  '1:1': [1024, 1024],
  '2:3': [848, 1264],
  '3:2': [1264, 848],
  '3:4': [896, 1200],
  '4:3': [1200, 896],
  '4:5': [928, 1152],
  '5:4': [1152, 928],
  '9:16': [768, 1376],
  '16:9': [1376, 768],
  '21:9': [1584, 672],
};
const scales: Record<string, number> = { '1K': 1, '2K': 2, '4K': 4 };

/** The requested ratio, else the closest one to the edited picture, else a square. */
async function toRatio(asked: string | undefined, input: Buffer | undefined): Promise<string> {
  if (asked) return asked;
  if (!input) return '1:1';
  const { width, height } = await sharp(input).metadata();
  const distance = ([w, h]: [number, number]) =>
    Math.abs(Math.log(w / h) - Math.log(width / height));
  const [closest] = Object.entries(sizes).sort(([, a], [, b]) => distance(a) - distance(b));
  return closest?.[0] ?? '1:1';
}

const aboutMarked = /The second image is the first with one part tinted[^]*/;
const markedDistance = 60;

/** The tinted part of the second picture, for prompts that describe a marked part; else null. */
async function findMarked(prompt: string, inputs: Buffer[]): Promise<Buffer | null> {
  const [first, second] = inputs;
  if (!first || !second || !aboutMarked.test(prompt)) return null;
  const { width, height } = await sharp(first).metadata();
  const toPixels = (input: Buffer) =>
    sharp(input)
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .resize(width, height, { fit: 'fill' })
      .raw()
      .toBuffer();
  const [before, after] = await Promise.all([toPixels(first), toPixels(second)]);
  const area = Buffer.alloc(width * height);
  for (let at = 0; at < area.length; at++) {
    let distance = 0;
    for (const index of [3 * at, 3 * at + 1, 3 * at + 2]) {
      distance += Math.abs(before[index]! - after[index]!);
    }
    if (distance > markedDistance) area[at] = 255;
  }
  return sharp(area, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
}

/** A string is the reason of a refusal. */
export async function pictureParts(
  body: ContentBody,
  call: ContentCall,
  { prompt, inputs, failure }: { prompt: string; inputs: Buffer[]; failure: FailureKind | null },
): Promise<Part[] | string> {
  const config = body.generationConfig?.imageConfig;
  const ratio = await toRatio(config?.aspectRatio, inputs[0]);
  const [width, height] = sizes[ratio] ?? [];
  const scale = scales[config?.imageSize ?? '1K'];
  if (!width || !height) return `Invalid aspect ratio: ${ratio}.`;
  if (config?.imageSize && drawsOneSize(call.id)) {
    return 'imageSize is not supported for this model.';
  }
  if (!scale) return `Invalid image size: ${config?.imageSize}. Expected 1K, 2K or 4K.`;
  const picture = {
    prompt: prompt.replace(aboutMarked, '').trim(),
    provider: 'google',
    premium: call.premium,
    width: width * scale,
    height: height * scale,
  } as const;
  const drawn = inputs[0]
    ? await redrawPicture(picture, inputs[0], await findMarked(prompt, inputs))
    : await drawPicture(picture);
  const withText = (body.generationConfig?.responseModalities ?? ['TEXT', 'IMAGE']).includes(
    'TEXT',
  );
  const odd = (await toOddPicture(failure, drawn)).toString('base64');
  const isPrefixed = failure === 'prefixed';
  const image = {
    inlineData: {
      mimeType: isPrefixed ? 'image/webp' : 'image/png',
      data: isPrefixed ? `data:image/webp;base64,${odd}` : odd,
    },
    ...(failure === 'thoughts' && { thought: true }),
  };
  return withText ? [{ text: 'Here is your picture.' }, image] : [image];
}
