/** `POST /v1/images/generations` and `/v1/images/edits`. */
import type { Request, Response } from 'express';
import sharp from 'sharp';
import { drawPicture, type Picture } from './drawing.ts';
import { pause, countTokens, untilClosed } from './http.ts';
import { decideBehaviour, withoutMarkers, type Behaviour } from './markers.ts';
import { invalidValue, toOpenAiError, unsupportedParameter } from './openai-errors.ts';
import { modelFor, sendError } from './openai-wire.ts';
import { toOddPicture } from './odd-pictures.ts';
import { redrawPicture } from './redrawing.ts';

/** JSON or form fields; all fields of a form are strings. */
type Fields = Record<string, unknown>;

/** Models before GPT Image 2 support three sizes. */
const classicOnly = /^(gpt-image-1|chatgpt-image)/;
const classicSizes = ['1024x1024', '1536x1024', '1024x1536'];
const maxPromptCharacters = 32_000;

type Size = { width: number; height: number };

/**
 * The older models support three sizes; newer models support any multiple of 16 with a ratio from 1:3 to 3:1.
 */
function parseSize(text: unknown, anySize: boolean, usual: Size): Size | string {
  if (text === undefined || text === null || text === 'auto') return usual;
  const match = /^(\d{2,4})x(\d{2,4})$/.exec(String(text));
  const [width, height] = [Number(match?.[1]), Number(match?.[2])];
  const known = classicSizes.includes(String(text));
  const allowed =
    width % 16 === 0 &&
    height % 16 === 0 &&
    Math.max(width, height) <= 3840 &&
    width / height <= 3 &&
    height / width <= 3;
  if (match && (known || (anySize && allowed))) return { width, height };
  const supported = anySize
    ? 'WIDTHxHEIGHT divisible by 16 with a ratio between 1:3 and 3:1'
    : "'1024x1024', '1024x1536', '1536x1024', and 'auto'";
  return `Invalid value: '${String(text)}'. Supported values are: ${supported}.`;
}

type Order = {
  model: string;
  picture: Picture;
  inputs: Buffer[];
  /** White in the part of the first input to change; null if the whole input may change. */
  area: Buffer | null;
  quality: string;
  behaviour: Behaviour;
};

/** Null after answering with a refusal. */
async function parseRequest(
  response: Response,
  fields: Fields,
  { inputs, area }: Pick<Order, 'inputs' | 'area'>,
  latencyMs: number,
): Promise<Order | null> {
  const model = modelFor(response, fields.model, 'image');
  if (!model) return null;
  const refuse = (param: string, message: string) => {
    sendError(response, invalidValue(param, message));
    return null;
  };
  const { prompt } = fields;
  if (typeof prompt !== 'string' || !prompt.trim() || prompt.length > maxPromptCharacters) {
    return refuse('prompt', "Invalid 'prompt': a text of 1 to 32,000 characters is required.");
  }
  const usual = { width: 1024, height: 1024 };
  const size = parseSize(
    fields.size,
    !classicOnly.test(model.id),
    inputs[0] ? await toClassicSize(inputs[0]) : usual,
  );
  if (typeof size === 'string') return refuse('size', size);
  if (Number(fields.n ?? 1) !== 1) return refuse('n', 'This stand-in draws one image at a time.');
  const quality = String(fields.quality ?? 'auto');
  if (!['low', 'medium', 'high', 'xhigh', 'max', 'auto'].includes(quality)) {
    return refuse('quality', `Invalid value: '${quality}'.`);
  }
  const premium = model.premium && quality !== 'low';
  const behaviour = decideBehaviour(
    { prompt, provider: 'openai', premium: model.premium },
    latencyMs,
  );
  if (behaviour.failure === 'parameter' && fields.quality !== undefined) {
    sendError(response, unsupportedParameter('quality'));
    return null;
  }
  return {
    model: model.id,
    picture: { prompt: withoutMarkers(prompt), provider: 'openai', premium, ...size },
    inputs,
    area,
    quality: quality === 'auto' ? (model.premium ? 'high' : 'medium') : quality,
    behaviour,
  };
}

/** `auto` keeps the orientation of the edited picture. */
async function toClassicSize(input: Buffer): Promise<Size> {
  const { width, height } = await sharp(input).metadata();
  if (width / height > 1.2) return { width: 1536, height: 1024 };
  if (height / width > 1.2) return { width: 1024, height: 1536 };
  return { width: 1024, height: 1024 };
}

function describe({ picture, inputs, quality }: Order) {
  const pixels = picture.width * picture.height;
  const factor = { low: 272, medium: 1056 }[quality] ?? 4160;
  const text_tokens = countTokens(picture.prompt);
  const image_tokens = inputs.length * 323;
  const output_tokens = Math.round((pixels / 1024 ** 2) * factor);
  const input_tokens = text_tokens + image_tokens;
  return {
    background: 'opaque',
    output_format: 'png',
    quality,
    size: `${picture.width}x${picture.height}`,
    usage: {
      input_tokens,
      input_tokens_details: { text_tokens, image_tokens },
      output_tokens,
      total_tokens: input_tokens + output_tokens,
    },
  };
}

async function answer(response: Response, order: Order): Promise<void> {
  const { behaviour, picture, inputs, area } = order;
  if (behaviour.latencyMs > 0 && !(await pause(behaviour.latencyMs, response))) return;
  if (behaviour.failure === 'hang') return untilClosed(response);
  const error = behaviour.failure && toOpenAiError(behaviour.failure, 'image', order.model);
  if (error) return sendError(response, error);
  if (behaviour.failure === 'truncated') {
    response.destroy();
    return;
  }
  const data: ({ b64_json: string } | { url: string })[] = [];
  if (behaviour.failure === 'url') data.push({ url: 'https://pictures.invalid/1.png' });
  else if (behaviour.failure !== 'generic' && behaviour.failure !== 'says') {
    const drawn = inputs[0]
      ? await redrawPicture(picture, inputs[0], area)
      : await drawPicture(picture);
    const base64 = (await toOddPicture(behaviour.failure, drawn)).toString('base64');
    const isPrefixed = behaviour.failure === 'prefixed';
    data.push({ b64_json: isPrefixed ? `data:image/webp;base64,${base64}` : base64 });
  }
  const { usage, ...described } = describe(order);
  response.json({
    created: Math.floor(Date.now() / 1000),
    data,
    ...described,
    ...(behaviour.failure === 'prefixed' && { output_format: 'webp' }),
    ...(behaviour.failure === 'odd_usage' && {
      usage: { ...usage, output_tokens: 12.5, total_tokens: usage.input_tokens + 12.5 },
    }),
    ...(behaviour.failure === 'zero_usage' && { usage: { input_tokens: 0, output_tokens: 0 } }),
    ...(!['odd_usage', 'unreported', 'zero_usage', 'url'].includes(behaviour.failure ?? '') && {
      usage,
    }),
  });
}

const noInputs = { inputs: [], area: null };

export async function answerGeneration(
  request: Request,
  response: Response,
  latencyMs: number,
): Promise<void> {
  const order = await parseRequest(response, (request.body ?? {}) as Fields, noInputs, latencyMs);
  if (order) await answer(response, order);
}

async function parseForm(request: Request): Promise<FormData | null> {
  if (!Buffer.isBuffer(request.body)) return null;
  const headers = { 'content-type': request.get('content-type') ?? '' };
  const body = new Uint8Array(request.body);
  return new globalThis.Response(body, { headers }).formData().catch(() => null);
}

const maskBytesMax = 4 * 1024 ** 2;

/** White where the mask is transparent; a string is the reason of a refusal. */
async function readMask(
  mask: ReturnType<FormData['get']>,
  input: Buffer,
): Promise<Buffer | null | string> {
  if (mask === null) return null;
  const bytes = typeof mask === 'string' ? null : Buffer.from(await mask.arrayBuffer());
  const found =
    bytes &&
    (await sharp(bytes)
      .metadata()
      .catch(() => null));
  const image = await sharp(input).metadata();
  if (!bytes || found?.format !== 'png') return 'Invalid mask image format: it must be a PNG file.';
  if (bytes.length >= maskBytesMax) return 'Invalid mask image: it must be less than 4 MB.';
  if (!found.hasAlpha) return 'Invalid mask image format: it must contain an alpha channel.';
  if (found.format !== image.format) return 'The mask and the image must be of the same format.';
  if (found.width !== image.width || found.height !== image.height) {
    return 'Invalid mask image format - mask size does not match image size.';
  }
  return sharp(bytes).extractChannel('alpha').threshold(1).negate().png().toBuffer();
}

export async function answerEdit(
  request: Request,
  response: Response,
  latencyMs: number,
): Promise<void> {
  const form = await parseForm(request);
  if (!form) {
    const message = "Unsupported content type: this endpoint accepts 'multipart/form-data'.";
    return sendError(response, invalidValue('body', message));
  }
  const files = [...form.getAll('image'), ...form.getAll('image[]')].filter(
    (entry) => typeof entry !== 'string',
  );
  const inputs = await Promise.all(
    files.map(async (file) => Buffer.from(await file.arrayBuffer())),
  );
  const readable = await Promise.all(
    inputs.map((input) =>
      sharp(input)
        .metadata()
        .then(Boolean, () => false),
    ),
  );
  if (inputs.length === 0 || readable.includes(false)) {
    const message = 'Invalid image file or mode for image, please check your image file.';
    return sendError(response, invalidValue('image', message));
  }
  const area = await readMask(form.get('mask'), inputs[0]!);
  if (typeof area === 'string') return sendError(response, invalidValue('mask', area));
  const fields = Object.fromEntries(form.entries());
  const order = await parseRequest(response, fields, { inputs, area }, latencyMs);
  if (order) await answer(response, order);
}
