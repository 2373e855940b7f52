import OpenAI, { toFile } from 'openai';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type { CompletionUsage } from 'openai/resources/completions';
import type { ImagesResponse } from 'openai/resources/images';
import { makeCall, makeStream, type Attempt, type CallTerms, type StreamStep } from './call.ts';
import { openAiCapabilities } from './capabilities.ts';
import { explainOpenAiError } from './openai-error.ts';
import { openAiImageSize } from './openai-image-size.ts';
import {
  imageTimeoutMs,
  textTimeoutMs,
  type AdapterOptions,
  type EditArea,
  type ImageAnswer,
  type ImageRequest,
  type InputImage,
  type ModelListing,
  type ProviderAdapter,
  type TextAnswer,
  type TextRequest,
  type Usage,
} from './provider.ts';

/** No real listing is this long. */
const listingMax = 2000;

/** `baseUrl` ends in `/v1`, as OpenAI's own does. */
export function createOpenAi(options: AdapterOptions): ProviderAdapter {
  const client = new OpenAI({
    // The SDK throws without a key. With a placeholder, the provider rejects each call instead.
    apiKey: options.apiKey || 'none',
    baseURL: options.baseUrl ?? 'https://api.openai.com/v1',
    maxRetries: 0,
    // Our own deadline is shorter; the SDK's cannot be switched off.
    timeout: 2 * (options.timeoutMs ?? imageTimeoutMs),
    logLevel: 'off',
  });
  const terms = (call: Pick<CallTerms, 'signal' | 'onRetry'>, timeoutMs: number): CallTerms => ({
    provider: 'openai',
    signal: call.signal,
    onRetry: call.onRetry,
    timeoutMs: options.timeoutMs ?? timeoutMs,
    secrets: [options.apiKey],
    explain: explainOpenAiError,
  });
  return {
    name: 'openai',
    image: (request) =>
      makeCall(terms(request, imageTimeoutMs), (signal) => makeImage(client, request, signal)),
    text: (request) =>
      makeCall(terms(request, textTimeoutMs), (signal) => writeText(client, request, signal)),
    streamText: (request) =>
      makeStream(terms(request, textTimeoutMs), (signal) => streamText(client, request, signal)),
    models: (signal) =>
      makeCall(terms({ signal }, textTimeoutMs), (signal) => listModels(client, signal)),
  };
}

async function makeImage(
  client: OpenAI,
  request: ImageRequest,
  signal: AbortSignal,
): Promise<Attempt<ImageAnswer>> {
  const options = {
    model: request.modelId,
    prompt: request.prompt,
    n: 1,
    size: openAiImageSize(request.modelId, request.aspectRatio, request.size),
    ...(request.quality && ({ quality: request.quality === 'speed' ? 'low' : 'high' } as const)),
  };
  const { inputs = [], area } = request;
  const answer: ImagesResponse = inputs.length
    ? await client.images.edit({ ...options, ...(await toEdit(inputs, area)) }, { signal })
    : await client.images.generate(options, { signal });
  const base64 = answer.data?.[0]?.b64_json;
  if (!base64) return { signal: { kind: 'empty', reason: null } };
  return {
    value: {
      bytes: Buffer.from(base64, 'base64'),
      mimeType: `image/${answer.output_format ?? 'png'}`,
      usage: {
        inputTokens: answer.usage?.input_tokens ?? 0,
        outputTokens: answer.usage?.output_tokens ?? 0,
        images: 1,
      },
    },
  };
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

async function writeText(
  client: OpenAI,
  request: TextRequest,
  signal: AbortSignal,
): Promise<Attempt<TextAnswer>> {
  const answer = await client.chat.completions.create(chatOrder(request), { signal });
  const choice = answer.choices?.[0];
  const text = choice?.message?.content ?? '';
  if (choice?.message?.refusal) {
    const detail = choice.message.refusal;
    return { signal: { kind: 'empty', reason: 'refusal', detail, ...reported(answer.usage) } };
  }
  if (!text.trim() || choice?.finish_reason === 'content_filter') {
    const reason = choice?.finish_reason ?? null;
    return { signal: { kind: 'empty', reason, ...reported(answer.usage) } };
  }
  return { value: { text, usage: toUsage(answer.usage) } };
}

async function* streamText(
  client: OpenAI,
  request: TextRequest,
  signal: AbortSignal,
): AsyncGenerator<StreamStep> {
  const stream = await client.chat.completions.create(
    { ...chatOrder(request), stream: true, stream_options: { include_usage: true } },
    { signal },
  );
  let finish: string | null = null;
  let refusal = '';
  let hasText = false;
  let usage: CompletionUsage | null = null;
  for await (const chunk of stream) {
    const choice = chunk.choices?.[0];
    if (choice?.delta?.content) {
      hasText = true;
      yield { text: choice.delta.content };
    }
    refusal += choice?.delta?.refusal ?? '';
    finish = choice?.finish_reason ?? finish;
    usage = chunk.usage ?? usage;
  }
  const empty = { kind: 'empty', ...reported(usage) } as const;
  if (refusal) yield { signal: { ...empty, reason: 'refusal', detail: refusal } };
  else if (finish === null) return;
  else if (finish === 'content_filter' || !hasText) yield { signal: { ...empty, reason: finish } };
  else yield { end: toUsage(usage) };
}

function chatOrder(request: TextRequest) {
  const messages: ChatCompletionMessageParam[] = request.messages.map((message) => {
    if (message.role === 'assistant') return { role: 'assistant', content: message.content };
    if (!message.images?.length) return { role: 'user', content: message.content };
    const images = message.images.map(({ bytes, mimeType }) => ({
      type: 'image_url' as const,
      image_url: { url: `data:${mimeType};base64,${Buffer.from(bytes).toString('base64')}` },
    }));
    return { role: 'user', content: [{ type: 'text', text: message.content }, ...images] };
  });
  if (request.system) messages.unshift({ role: 'system', content: request.system });
  return {
    model: request.modelId,
    messages,
    ...(request.json && { response_format: { type: 'json_object' as const } }),
    ...(request.maxOutputTokens && { max_completion_tokens: request.maxOutputTokens }),
  };
}

/** For an answer without a result: its input was read and may be billed. */
function reported(usage: CompletionUsage | null | undefined): { usage?: Usage } {
  return usage ? { usage: toUsage(usage) } : {};
}

function toUsage(usage: CompletionUsage | null | undefined): Usage {
  return {
    inputTokens: usage?.prompt_tokens ?? 0,
    outputTokens: usage?.completion_tokens ?? 0,
    images: 0,
  };
}

async function listModels(client: OpenAI, signal: AbortSignal): Promise<Attempt<ModelListing[]>> {
  const listings: ModelListing[] = [];
  for await (const model of client.models.list({ signal })) {
    const capabilities = openAiCapabilities(model.id);
    const shutdownAt = model.shutdown_date ? new Date(model.shutdown_date) : null;
    if (capabilities.length) {
      listings.push({
        id: model.id,
        label: model.id,
        provider: 'openai',
        capabilities,
        shutdownAt,
      });
    }
    if (listings.length >= listingMax) break;
  }
  return { value: listings };
}
