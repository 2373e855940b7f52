/** Pictures: `POST /v1/images/generations` and `/v1/images/edits`. */
import OpenAI, { toFile } from 'openai';
import type { ImagesResponse } from 'openai/resources/images';
import type { Request, Result } from './call.ts';
import { openAiImageSize } from './openai-image-size.ts';
import { readPicture } from './picture.ts';
import type { Drawing, EditArea, ImageAnswer, ImageRequest, InputImage } from './provider.ts';
import { startUsage, type ReportedUsage } from './usage.ts';

/** GPT Image's tokens for a square of 1024 pixels; others have more in proportion to their pixels. */
const squareTokens = { speed: 272, quality: 4_160 };

/** The number of a ratio, or of a size as `WIDTHxHEIGHT`. */
function toNumber(ratio: string): number {
  const [across, down] = ratio.split(/[x:]/).map(Number);
  return across! / down!;
}

export const openAiDrawing: Omit<Drawing, 'image'> = {
  area: 'mask',
  drawsRatio: (modelId, ratio) =>
    toNumber(openAiImageSize(modelId, ratio, 1024)) === toNumber(ratio),
  estimateOutputTokens({ modelId, aspectRatio, size, quality = 'quality' }) {
    const [width, height] = openAiImageSize(modelId, aspectRatio, size).split('x').map(Number);
    return Math.ceil((squareTokens[quality] * width! * height!) / 1024 ** 2);
  },
};

/** The parameters without which a picture may still be the requested one. */
export const optionalOfImages = ['quality', 'size', 'n', 'user'] as const;

export async function makeImage(
  client: OpenAI,
  order: ImageRequest,
  request: Request,
): Promise<Result<ImageAnswer>> {
  const { signal, report, fit } = request;
  const options = fit({
    model: order.modelId,
    prompt: order.prompt,
    n: 1,
    size: openAiImageSize(order.modelId, order.aspectRatio, order.size),
    quality: order.quality === 'speed' ? 'low' : 'high',
    user: order.userDigest,
  } as const);
  const { inputs = [], area } = order;
  const answer: ImagesResponse = inputs.length
    ? await client.images.edit({ ...options, ...(await toEdit(inputs, area)) }, { signal })
    : await client.images.generate(options, { signal });
  const counts = startUsage();
  counts.take(toCounts(answer.usage));
  const usage = counts.read();
  report.usage = usage && { ...usage, imageOutputTokens: usage.outputTokens };
  const made = answer.data?.[0];
  const picture = readPicture(made?.b64_json) ?? (await fetchPicture(client, made?.url, request));
  if (picture && report.usage) report.usage = { ...report.usage, images: 1 };
  if (picture) return { value: { ...picture, ...report } };
  const isMade = typeof made?.url === 'string';
  return { signal: { kind: 'empty', reason: null, usage: report.usage, isMade } };
}

/**
 * Fetches a picture that is sent as an address, only from the host that was asked: another address could lead
 * into our own network. Null if it cannot be fetched.
 */
async function fetchPicture(
  { baseURL }: OpenAI,
  url: unknown,
  { fetch, signal }: Request,
): Promise<ReturnType<typeof readPicture>> {
  if (typeof url !== 'string') return null;
  if (url.startsWith('data:')) return readPicture(url);
  if (!URL.canParse(url) || new URL(url).origin !== new URL(baseURL).origin) return null;
  try {
    const response = await fetch(url, { signal });
    if (!response.ok) return null;
    return readPicture(Buffer.from(await response.arrayBuffer()).toString('base64'));
  } catch (error) {
    // The picture is made and billed, even if it cannot be fetched.
    if (signal.aborted) throw error;
    return null;
  }
}

async function toEdit(inputs: InputImage[], area: EditArea | undefined) {
  if (!area) return { image: await toFiles(inputs) };
  if (!('mask' in area)) throw new Error('OpenAI is given a mask');
  const { image, mask } = area;
  return {
    image: await toFiles([image]),
    mask: await toFile(mask.bytes, 'mask.png', { type: mask.mimeType }),
  };
}

/** The SDK sends a single file as `image` and a list as `image[]`. */
async function toFiles(inputs: InputImage[]) {
  const files = await Promise.all(
    inputs.map(({ bytes, mimeType }, index) =>
      toFile(bytes, `input-${index}.${mimeType.split('/')[1]}`, { type: mimeType }),
    ),
  );
  return files.length === 1 ? files[0]! : files;
}

function toCounts(usage: ImagesResponse['usage']): ReportedUsage {
  return {
    inputTokens: usage?.input_tokens,
    imageInputTokens: usage?.input_tokens_details?.image_tokens,
    outputTokens: usage?.output_tokens,
    totalTokens: usage?.total_tokens,
  };
}
