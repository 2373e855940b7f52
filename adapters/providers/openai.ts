import OpenAI from 'openai';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type { CompletionUsage } from 'openai/resources/completions';
import { z } from 'zod';
import { findKnownModel } from '@sachet/shared/models/known-models';
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
import { createModelMemory } from './model-memory.ts';
import { explainOpenAiError } from './openai-error.ts';
import { makeImage, optionalOfImages } from './openai-images.ts';
import {
  imageTimeoutMs,
  textTimeoutMs,
  type AdapterOptions,
  type ModelList,
  type Moderation,
  type ProviderAdapter,
  type TextAnswer,
  type TextRequest,
} from './provider.ts';
import { startThoughts, withoutThoughts } from './thoughts.ts';
import { startUsage, type ReportedUsage } from './usage.ts';

/** No real listing is this long. */
const listingMax = 2000;

/** The parameters without which a text is still the requested one. */
const optionalOfTexts = [
  'reasoning_effort',
  'safety_identifier',
  'store',
  'response_format',
  'max_completion_tokens',
  'stream_options',
] as const;

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
  const memory = createModelMemory();
  const terms = (
    call: Pick<CallTerms, 'signal' | 'onAttempt'> & { modelId?: string },
    timeoutMs: number,
    retries: CallTerms['retries'] = 'once',
    optional: readonly string[] = [],
  ): CallTerms => ({
    provider: 'openai',
    modelId: call.modelId ?? null,
    memory,
    optional,
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
      makeCall(
        terms(order, imageMs, order.isPaid ? 'unmade' : 'once', optionalOfImages),
        (request) => makeImage(through(request), order, request),
      ),
    text: (order) =>
      makeCall(terms(order, textMs, 'once', optionalOfTexts), (request) =>
        writeText(through(request), order, request),
      ),
    streamText: (order) =>
      makeStream(terms(order, textMs, 'once', optionalOfTexts), (request) =>
        streamText(through(request), order, request),
      ),
    models: (signal) =>
      makeCall(terms({ signal }, textMs), (request) => listModels(through(request), request)),
    moderate: (text, signal) =>
      makeCall(terms({ signal }, moderationTimeoutMs, 'never'), (request) =>
        moderate(through(request), text, request),
      ),
  };
}

async function writeText(
  client: OpenAI,
  order: TextRequest,
  request: Request,
): Promise<Result<TextAnswer>> {
  const { signal, report, fit } = request;
  const answer = await client.chat.completions.create(fit(toChat(order)), { signal });
  const counts = startUsage();
  counts.take(toCounts(answer.usage));
  report.usage = counts.read();
  report.answeredBy = toAnsweredBy(order.modelId, answer.model);
  const choice = answer.choices?.[0];
  const said = withoutThoughts(toText(choice?.message?.content));
  report.thoughtTokens = said.tokens;
  const ending = judgeEnding({
    finish: choice?.finish_reason ?? null,
    isComplete: true,
    hasText: hasWords(said.text),
    refusal: choice?.message?.refusal ?? null,
    usage: report.usage,
  });
  if ('signal' in ending) return ending;
  const { text, isCut } = toBoundedText(said.text);
  return { value: { ...report, text, isCut: isCut || ending.isCut } };
}

async function* streamText(
  client: OpenAI,
  order: TextRequest,
  request: Request,
): AsyncGenerator<StreamStep> {
  const { signal, report, fit } = request;
  const stream = await client.chat.completions.create(
    fit({ ...toChat(order), stream: true as const, stream_options: { include_usage: true } }),
    { signal },
  );
  const counts = startUsage();
  const thoughts = startThoughts();
  let finish: string | null = null;
  let refusal = '';
  let hasText = false;
  const judge = (isComplete: boolean) =>
    judgeEnding({ finish, isComplete, hasText, refusal, usage: report.usage });
  for await (const chunk of stream) {
    const choice = chunk.choices?.[0];
    const text = thoughts.take(toText(choice?.delta?.content));
    report.thoughtTokens = thoughts.tokens();
    report.answeredBy = toAnsweredBy(order.modelId, chunk.model);
    counts.take(toCounts(chunk.usage));
    report.usage = counts.read();
    refusal += choice?.delta?.refusal ?? '';
    finish = choice?.finish_reason ?? finish;
    hasText ||= hasWords(text);
    if (text) yield { text };
    const ending = finish === null ? null : judge(true);
    request.endWith(ending && 'isCut' in ending ? ending : null);
  }
  const rest = thoughts.end();
  hasText ||= hasWords(rest);
  if (rest) yield { text: rest };
  const ending = judge(request.isDone);
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

function toCounts(usage: CompletionUsage | null | undefined): ReportedUsage {
  const details = usage?.prompt_tokens_details as Record<string, unknown> | null | undefined;
  // Compatible servers have other names for cached tokens.
  const others = usage as Record<'cached_tokens' | 'prompt_cache_hit_tokens', unknown> | null;
  return {
    inputTokens: usage?.prompt_tokens,
    cachedTokens:
      details?.cached_tokens ?? others?.cached_tokens ?? others?.prompt_cache_hit_tokens,
    cacheWriteTokens: details?.cache_write_tokens,
    outputTokens: usage?.completion_tokens,
    totalTokens: usage?.total_tokens,
  };
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
