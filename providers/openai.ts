import OpenAI, { toFile } from 'openai';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type { CompletionUsage } from 'openai/resources/completions';
import type { ImagesResponse } from 'openai/resources/images';
import { z } from 'zod';
import { findKnownModel } from '@sachet/shared/known-models';
import { toAnsweredBy } from './answered-by.ts';
import {
  makeCall,
  makeStream,
  streamTimeouts,
  type CallTerms,
  type Request,
  type Result,
  type StreamStep,
} from './call.ts';
import { guessTier, openAiCapabilities } from './capabilities.ts';
import { hasWords, toBoundedText } from './clean.ts';
import { toEffort, toOutputLimit } from './effort.ts';
import { judgeEnding } from './finish.ts';
import { startList } from './list.ts';
import { explainOpenAiError } from './openai-error.ts';
import { openAiImageSize } from './openai-image-size.ts';
import { transcribe } from './openai-transcription.ts';
import { readPicture } from './picture.ts';
import {
  imageTimeoutMs,
  textTimeoutMs,
  type AdapterOptions,
  type EditArea,
  type ImageAnswer,
  type ImageRequest,
  type InputImage,
  type ModelList,
  type Moderation,
  type ProviderAdapter,
  type TextAnswer,
  type TextRequest,
  type Usage,
} from './provider.ts';
import { toUsage } from './usage.ts';

/** No real listing is this long. */
const listingMax = 2000;

/** The longest wait for a transcription, while the user watches the field. */
const transcriptionTimeoutMs = 30_000;

/** The longest wait for the moderation of a prompt: no judgement is better than a long wait. */
const moderationTimeoutMs = 3_000;

/** `baseUrl` ends in `/v1`, as OpenAI's own does. */
export function createOpenAi(options: AdapterOptions): ProviderAdapter {
  const client = new OpenAI({
    // The SDK throws without a key. With a placeholder, the provider rejects each call instead.
    apiKey: options.apiKey || 'none',
    baseURL: options.baseUrl ?? 'https://api.openai.com/v1',
    maxRetries: 0,
    // Our own deadline is shorter; the SDK's cannot be switched off.
    timeout: 2 * streamTimeouts * (options.timeoutMs ?? imageTimeoutMs),
    logLevel: 'off',
  });
  const through = ({ fetch }: Request) => client.withOptions({ fetch });
  const terms = (
    call: Pick<CallTerms, 'signal' | 'onAttempt'>,
    timeoutMs: number,
    retries: CallTerms['retries'] = 'once',
  ): CallTerms => ({
    provider: 'openai',
    signal: call.signal,
    onAttempt: call.onAttempt,
    retries,
    timeoutMs,
    secrets: [options.apiKey],
    explain: explainOpenAiError,
  });
  const imageMs = options.timeoutMs ?? imageTimeoutMs;
  const textMs = options.timeoutMs ?? textTimeoutMs;
  return {
    name: 'openai',
    image: (order) =>
      makeCall(terms(order, imageMs, order.isPaid ? 'unmade' : 'once'), (request) =>
        makeImage(through(request), order, request),
      ),
    text: (order) =>
      makeCall(terms(order, textMs), (request) => writeText(through(request), order, request)),
    streamText: (order) =>
      makeStream(terms(order, textMs), (request) => streamText(through(request), order, request)),
    models: (signal) =>
      makeCall(terms({ signal }, textMs), (request) => listModels(through(request), request)),
    transcribe: (order) =>
      makeCall(terms(order, options.timeoutMs ?? transcriptionTimeoutMs), (request) =>
        transcribe(through(request), order, request),
      ),
    moderate: (text, signal) =>
      makeCall(terms({ signal }, moderationTimeoutMs, 'never'), (request) =>
        moderate(through(request), text, request),
      ),
  };
}

async function makeImage(
  client: OpenAI,
  order: ImageRequest,
  { signal, report }: Request,
): Promise<Result<ImageAnswer>> {
  const options = {
    model: order.modelId,
    prompt: order.prompt,
    n: 1,
    size: openAiImageSize(order.modelId, order.aspectRatio, order.size),
    quality: order.quality === 'speed' ? 'low' : 'high',
    user: order.userDigest,
  } as const;
  const { inputs = [], area } = order;
  const answer: ImagesResponse = inputs.length
    ? await client.images.edit({ ...options, ...(await toEdit(inputs, area)) }, { signal })
    : await client.images.generate(options, { signal });
  report.usage = toImageUsage(answer.usage);
  const picture = readPicture(answer.data?.[0]?.b64_json);
  if (picture && report.usage) report.usage = { ...report.usage, images: 1 };
  if (!picture) return { signal: { kind: 'empty', reason: null, usage: report.usage } };
  return { value: { ...picture, ...report } };
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
  order: TextRequest,
  { signal, report }: Request,
): Promise<Result<TextAnswer>> {
  const answer = await client.chat.completions.create(toChat(order), { signal });
  report.usage = toTextUsage(answer.usage);
  report.answeredBy = toAnsweredBy(order.modelId, answer.model);
  const choice = answer.choices?.[0];
  const said = toText(choice?.message?.content);
  const refusal = choice?.message?.refusal;
  const ending = judgeEnding({
    finish: refusal ? 'refusal' : (choice?.finish_reason ?? null),
    hasText: hasWords(said),
    detail: refusal ?? null,
    usage: report.usage,
  });
  if ('signal' in ending) return ending;
  const { text, isCut } = toBoundedText(said);
  return { value: { ...report, text, isCut: isCut || ending.isCut } };
}

async function* streamText(
  client: OpenAI,
  order: TextRequest,
  { signal, report }: Request,
): AsyncGenerator<StreamStep> {
  const stream = await client.chat.completions.create(
    { ...toChat(order), stream: true, stream_options: { include_usage: true } },
    { signal },
  );
  let finish: string | null = null;
  let refusal = '';
  let hasText = false;
  for await (const chunk of stream) {
    const choice = chunk.choices?.[0];
    const text = toText(choice?.delta?.content);
    report.answeredBy = toAnsweredBy(order.modelId, chunk.model);
    if (text) {
      hasText ||= hasWords(text);
      yield { text };
    }
    refusal += choice?.delta?.refusal ?? '';
    finish = choice?.finish_reason ?? finish;
    if (chunk.usage) report.usage = toTextUsage(chunk.usage);
  }
  const ending = judgeEnding({
    finish: refusal ? 'refusal' : finish,
    hasText,
    detail: refusal || null,
    usage: report.usage,
  });
  yield 'signal' in ending ? ending : { end: { ...report, isCut: ending.isCut } };
}

/** Some compatible servers send the content as a list of parts. */
function toText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: { text?: unknown } | null) => toText(part?.text)).join('');
}

function toChat(request: TextRequest) {
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
  const effort = toEffort('openai', request);
  const limit = toOutputLimit('openai', request);
  return {
    model: request.modelId,
    messages,
    store: false,
    safety_identifier: request.userDigest,
    ...(request.json && { response_format: { type: 'json_object' as const } }),
    ...(effort && { reasoning_effort: effort }),
    ...(limit && { max_completion_tokens: limit }),
  };
}

function toTextUsage(usage: CompletionUsage | null | undefined): Usage | null {
  if (!usage) return null;
  const details = usage.prompt_tokens_details;
  return toUsage({
    inputTokens: usage.prompt_tokens,
    cachedTokens: details?.cached_tokens,
    cacheWriteTokens: (details as { cache_write_tokens?: unknown } | undefined)?.cache_write_tokens,
    outputTokens: usage.completion_tokens,
  });
}

function toImageUsage(usage: ImagesResponse['usage']): Usage | null {
  return toUsage({
    inputTokens: usage?.input_tokens,
    imageInputTokens: usage?.input_tokens_details?.image_tokens,
    outputTokens: usage?.output_tokens,
    imageOutputTokens: usage?.output_tokens,
  });
}

async function listModels(client: OpenAI, { signal }: Request): Promise<Result<ModelList>> {
  const list = startList();
  for await (const entry of client.models.list({ signal })) {
    list.take(entry, () => {
      const { id, shutdown_date: ends } = OpenAiEntry.parse(entry);
      return {
        id,
        label: id,
        provider: 'openai',
        capabilities: openAiCapabilities(id),
        tier: guessTier('openai', id),
        largestSize: findKnownModel('openai', id)?.largestSize ?? null,
        shutdownAt: ends ? new Date(ends) : null,
      };
    });
    if (list.count() >= listingMax) break;
  }
  return { value: list.end() };
}

const OpenAiEntry = z.object({
  id: z.string().trim().min(1).max(200),
  shutdown_date: z.iso
    .date()
    .nullish()
    .or(z.iso.datetime({ offset: true })),
});

async function moderate(
  client: OpenAI,
  text: string,
  { signal }: Request,
): Promise<Result<Moderation>> {
  const answer = await client.moderations.create(
    { model: 'omni-moderation-latest', input: text },
    { signal },
  );
  const result = answer.results?.[0];
  if (typeof result?.flagged !== 'boolean') return { signal: { kind: 'empty', reason: null } };
  const categories = Object.entries(result.categories ?? {}).flatMap(([name, is]) =>
    is === true ? [name] : [],
  );
  return { value: { flagged: result.flagged, categories } };
}
