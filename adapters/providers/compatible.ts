/** Texts of any server with the API of OpenAI. Its dialect says what the server does differently. */
import OpenAI from 'openai';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type { CompletionUsage } from 'openai/resources/completions';
import { z } from 'zod';
import { findKnownModel, type Effort } from '@sachet/shared/models/known-models';
import type { Provider } from '@sachet/shared/providers';
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
import { guessTier } from './capabilities.ts';
import { hasWords, toBoundedText } from './clean.ts';
import { toEffort, toOutputLimit } from './effort.ts';
import { judgeEnding } from './finish.ts';
import { startList } from './list.ts';
import type { Category, ErrorSignal } from './failure.ts';
import { createModelMemory } from './model-memory.ts';
import { explainOpenAiError } from './openai-error.ts';
import {
  imageTimeoutMs,
  textTimeoutMs,
  type AdapterOptions,
  type Capability,
  type ModelList,
  type ProviderAdapter,
  type TextAnswer,
  type TextRequest,
} from './provider.ts';
import { startThoughts, withoutThoughts } from './thoughts.ts';
import { startUsage, type ReportedUsage } from './usage.ts';

/** No real listing is this long. */
const listingMax = 2000;

/** The differences between servers with the API of OpenAI. */
export interface Dialect {
  /** The parameter that limits the output, thoughts included. */
  readonly outputLimit: 'max_completion_tokens' | 'max_tokens';
  /** Further parameters of a text. Many servers refuse those that they do not know. */
  readonly parameters?: (request: TextRequest) => {
    readonly store?: false;
    readonly safety_identifier?: string;
  };
  /** The value of `reasoning_effort`; the effort itself unless it is given. */
  readonly effort?: (effort: Effort) => Effort | null;
  /** The category by the server's own codes, before the status; null if they give none. */
  readonly categorize?: (error: ErrorSignal) => Category | null;
  /** The capabilities of a listed model that is not known. None: the model is left out. */
  readonly capabilities: (modelId: string) => Capability[];
}

/** `baseUrl` ends in `/v1`, as OpenAI's own does. */
export interface CompatibleOptions extends AdapterOptions {
  readonly provider: Provider;
  readonly baseUrl: string;
  readonly dialect: Dialect;
}

/** The parameters without which a text is still the requested one. */
const optionalOfTexts = [
  'reasoning_effort',
  'safety_identifier',
  'store',
  'response_format',
  'max_completion_tokens',
  'max_tokens',
  'stream_options',
] as const;

export type Connection = ReturnType<typeof connect>;

/** The client of a server, and the terms of calls to it. */
export function connect({ provider, baseUrl, dialect, apiKey, timeoutMs }: CompatibleOptions) {
  const client = new OpenAI({
    // The SDK throws without a key. With a placeholder, the provider rejects each call instead.
    apiKey: apiKey || 'none',
    baseURL: baseUrl,
    maxRetries: 0,
    // Our own deadline is shorter; the SDK's cannot be switched off.
    timeout: 2 * streamTimeouts * (timeoutMs ?? imageTimeoutMs),
    logLevel: 'off',
  });
  const memory = createModelMemory();
  return {
    through: ({ fetch }: Request): OpenAI => client.withOptions({ fetch }),
    terms: (
      call: Pick<CallTerms, 'signal' | 'onAttempt'> & { modelId?: string },
      given: Pick<CallTerms, 'timeoutMs'> & Partial<Pick<CallTerms, 'retries' | 'optional'>>,
    ): CallTerms => ({
      provider,
      modelId: call.modelId ?? null,
      memory,
      signal: call.signal,
      onAttempt: call.onAttempt,
      retries: 'once',
      secrets: [apiKey],
      categorize: dialect.categorize,
      explain: explainOpenAiError,
      ...given,
    }),
  };
}

/** An adapter for the texts of a server, and for its list of models. */
export function createCompatible(
  options: CompatibleOptions,
  { through, terms }: Connection = connect(options),
): ProviderAdapter {
  const timeoutMs = options.timeoutMs ?? textTimeoutMs;
  const ofText = { timeoutMs, optional: optionalOfTexts };
  return {
    name: options.provider,
    text: (order) =>
      makeCall(terms(order, ofText), (request) =>
        writeText(through(request), { options, order, request }),
      ),
    streamText: (order) =>
      makeStream(terms(order, ofText), (request) =>
        streamText(through(request), { options, order, request }),
      ),
    models: (signal) =>
      makeCall(terms({ signal }, { timeoutMs }), (request) =>
        listModels(through(request), options, request),
      ),
  };
}

interface Asked {
  readonly options: CompatibleOptions;
  readonly order: TextRequest;
  readonly request: Request;
}

async function writeText(
  client: OpenAI,
  { options, order, request }: Asked,
): Promise<Result<TextAnswer>> {
  const { signal, report, fit } = request;
  const answer = await client.chat.completions.create(fit(toChat(options, order)), { signal });
  const counts = startUsage();
  counts.take(toCounts(answer.usage));
  report.usage = counts.read();
  report.answeredBy = toAnsweredBy(order.modelId, answer.model);
  const choice = answer.choices?.[0];
  const said = withoutThoughts(toText(choice?.message?.content));
  report.thoughtTokens = said.tokens;
  const ending = judgeEnding({
    // Some servers send an empty reason for none.
    finish: choice?.finish_reason || null,
    acceptsUnknown: true,
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
  { options, order, request }: Asked,
): AsyncGenerator<StreamStep> {
  const { signal, report, fit } = request;
  const stream = await client.chat.completions.create(
    fit({
      ...toChat(options, order),
      stream: true as const,
      stream_options: { include_usage: true },
    }),
    { signal },
  );
  const counts = startUsage();
  const thoughts = startThoughts();
  let finish: string | null = null;
  let refusal = '';
  let hasText = false;
  const judge = (isComplete: boolean) =>
    judgeEnding({
      finish,
      acceptsUnknown: true,
      isComplete,
      hasText,
      refusal,
      usage: report.usage,
    });
  for await (const chunk of stream) {
    const choice = chunk.choices?.[0];
    const text = thoughts.take(toText(choice?.delta?.content));
    report.thoughtTokens = thoughts.tokens();
    report.answeredBy = toAnsweredBy(order.modelId, chunk.model);
    counts.take(toCounts(chunk.usage));
    report.usage = counts.read();
    refusal += choice?.delta?.refusal ?? '';
    finish = choice?.finish_reason || finish;
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

function toChat({ provider, dialect }: CompatibleOptions, request: TextRequest) {
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
  const effort = toEffort(provider, request);
  const limit = toOutputLimit(provider, request);
  return {
    model: request.modelId,
    messages,
    ...dialect.parameters?.(request),
    ...(request.json && { response_format: { type: 'json_object' as const } }),
    ...(effort && { reasoning_effort: dialect.effort ? dialect.effort(effort) : effort }),
    ...(limit && { [dialect.outputLimit]: limit }),
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

async function listModels(
  client: OpenAI,
  { provider, dialect }: CompatibleOptions,
  { signal }: Request,
): Promise<Result<ModelList>> {
  const list = startList();
  for await (const entry of client.models.list({ signal })) {
    list.take(entry, () => {
      const { id, shutdown_date: ends } = Entry.parse(entry);
      const known = findKnownModel(provider, id);
      return {
        id,
        label: id,
        provider,
        capabilities: known ? [...known.capabilities] : dialect.capabilities(id),
        tier: guessTier(provider, id),
        largestSize: known?.largestSize ?? null,
        shutdownAt: ends ? new Date(ends) : null,
      };
    });
    if (list.count() >= listingMax) break;
  }
  return { value: list.end() };
}

const Entry = z.object({
  id: z.string().trim().min(1).max(200),
  shutdown_date: z.iso
    .date()
    .nullish()
    .or(z.iso.datetime({ offset: true })),
});
