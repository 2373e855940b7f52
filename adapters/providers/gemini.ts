import {
  GoogleGenAI,
  type Content,
  type GenerateContentResponse,
  type Part,
  type ThinkingLevel,
} from '@google/genai';
import { z } from 'zod';
import { findKnownModel } from '@sachet/shared/models/known-models';
import {
  makeCall,
  makeStream,
  type CallTerms,
  type Request,
  type Result,
  type StreamStep,
} from './call.ts';
import { geminiCapabilities, guessTier } from './capabilities.ts';
import { hasWords, toBoundedText } from './clean.ts';
import { toGeminiRatio } from './gemini-ratio.ts';
import { toEffort, toOutputLimit } from './effort.ts';
import type { FailureSignal } from './failure.ts';
import { judgeEnding } from './finish.ts';
import { categorizeGeminiError, explainGeminiError } from './gemini-error.ts';
import { reportedUsage, startReport, toImageCounts } from './gemini-usage.ts';
import { startList } from './list.ts';
import { createModelMemory } from './model-memory.ts';
import { readPicture } from './picture.ts';
import {
  imageTimeoutMs,
  textTimeoutMs,
  type AdapterOptions,
  type ImageAnswer,
  type ImageRequest,
  type InputImage,
  type ModelList,
  type PictureAdapter,
  type TextAnswer,
  type TextRequest,
} from './provider.ts';
import { startThoughts, withoutThoughts } from './thoughts.ts';

/** Pinned, because a release of the SDK has already changed its default version once. */
const apiVersion = 'v1beta';

const listingMax = 2000;

/**
 * The parameters without which an answer may still be the requested one. `store` is not among them: without it,
 * Google may keep prompts and pictures.
 */
const optional = [
  'thinkingLevel',
  'thinkingConfig',
  'imageSize',
  'aspectRatio',
  'imageConfig',
  'responseMimeType',
  'maxOutputTokens',
] as const;

/** Gemini counts a picture of 1K or 2K as 1,120 tokens, and bills it by the piece. */
const imageTokens = 1_120;

/** `baseUrl` is without a version: `https://generativelanguage.googleapis.com`. */
export function createGemini(options: AdapterOptions): PictureAdapter {
  const client = new GoogleGenAI({
    // The SDK warns without a key. With a placeholder, the provider rejects each call instead.
    apiKey: options.apiKey || 'none',
    vertexai: false,
    httpOptions: {
      apiVersion,
      baseUrl: options.baseUrl ?? 'https://generativelanguage.googleapis.com',
    },
  });
  const memory = createModelMemory();
  const terms = (
    call: Pick<CallTerms, 'signal' | 'onAttempt'> & { modelId?: string },
    timeoutMs: number,
    retries: CallTerms['retries'] = 'once',
  ): CallTerms => ({
    provider: 'google',
    modelId: call.modelId ?? null,
    memory,
    optional,
    signal: call.signal,
    onAttempt: call.onAttempt,
    retries,
    timeoutMs,
    secrets: [options.apiKey],
    categorize: categorizeGeminiError,
    explain: explainGeminiError,
  });
  const imageMs = options.timeoutMs ?? imageTimeoutMs;
  const textMs = options.timeoutMs ?? textTimeoutMs;
  return {
    name: 'google',
    area: 'marked',
    drawsRatio: (_modelId, ratio) => toGeminiRatio(ratio) === ratio,
    estimateOutputTokens: () => imageTokens,
    image: (order) =>
      makeCall(terms(order, imageMs, order.isPaid ? 'unmade' : 'once'), (request) =>
        makeImage(client, order, request),
      ),
    text: (order) => makeCall(terms(order, textMs), (request) => writeText(client, order, request)),
    streamText: (order) =>
      makeStream(terms(order, textMs), (request) => streamText(client, order, request)),
    models: (signal) =>
      makeCall(terms({ signal }, textMs), (request) => listModels(client, request)),
  };
}

/** Gemini has no masks, so it gets a picture of the part and an instruction. */
const onlyTheMarked =
  'The second image is the first with one part tinted in magenta. Change the first image only where the ' +
  'second is tinted, and leave every other part exactly as it is. The tint itself must not appear.';

async function makeImage(
  client: GoogleGenAI,
  order: ImageRequest,
  request: Request,
): Promise<Result<ImageAnswer>> {
  const { inputs = [], area, prompt } = order;
  if (area && !('marked' in area)) throw new Error('Gemini is given a marked picture');
  const pictures = area ? [...inputs, area.marked] : inputs;
  const text = area ? `${prompt}\n\n${onlyTheMarked}` : prompt;
  const answer = await client.models.generateContent({
    model: order.modelId,
    contents: [{ role: 'user', parts: [...pictures.map(toPart), { text }] }],
    config: request.fit({
      ...toTransport(request),
      responseModalities: ['IMAGE'],
      imageConfig: request.fit({
        aspectRatio: toGeminiRatio(order.aspectRatio),
        // 1K is the default, and models that know no other size reject the parameter.
        ...(order.size > 1024 && { imageSize: '2K' }),
      }),
    }),
  });
  const read = startReport(order.modelId, request);
  read(answer);
  const { report } = request;
  const blocked = findBlock(answer);
  if (blocked) return { signal: blocked };
  const parts = answer.candidates?.[0]?.content?.parts ?? [];
  const images = parts.filter((part) => part.inlineData?.data);
  // A thought is a draft. If all images are marked as thoughts, the last image is the result.
  const last = images.findLast((part) => !part.thought) ?? images.at(-1);
  const picture = readPicture(last?.inlineData?.data);
  if (picture && report.usage) {
    report.usage = { ...report.usage, images: 1, ...toImageCounts(report.usage, answer) };
  }
  if (!picture) return { signal: emptySignal(answer, toText(finishedParts(answer))) };
  return { value: { ...picture, ...report } };
}

async function writeText(
  client: GoogleGenAI,
  order: TextRequest,
  request: Request,
): Promise<Result<TextAnswer>> {
  const answer = await client.models.generateContent(toContent(order, request));
  startReport(order.modelId, request)(answer);
  const { report } = request;
  const blocked = findBlock(answer);
  if (blocked) return { signal: blocked };
  const said = withoutThoughts(toText(finishedParts(answer)));
  report.thoughtTokens = said.tokens;
  const ending = judgeEnding({
    finish: answer.candidates?.[0]?.finishReason ?? null,
    isComplete: true,
    hasText: hasWords(said.text),
    usage: report.usage,
  });
  if ('signal' in ending) return ending;
  const { text, isCut } = toBoundedText(said.text);
  return { value: { ...report, text, isCut: isCut || ending.isCut } };
}

async function* streamText(
  client: GoogleGenAI,
  order: TextRequest,
  request: Request,
): AsyncGenerator<StreamStep> {
  const stream = await client.models.generateContentStream(toContent(order, request));
  const { report } = request;
  const read = startReport(order.modelId, request);
  const thoughts = startThoughts();
  let finish: string | null = null;
  let hasText = false;
  const judge = () => judgeEnding({ finish, isComplete: false, hasText, usage: report.usage });
  for await (const chunk of stream) {
    read(chunk);
    const text = thoughts.take(toText(finishedParts(chunk)));
    report.thoughtTokens = thoughts.tokens();
    hasText ||= hasWords(text);
    if (text) yield { text };
    const blocked = findBlock(chunk);
    if (blocked) return yield { signal: blocked };
    finish = chunk.candidates?.[0]?.finishReason ?? finish;
    const ending = judge();
    request.endWith('isCut' in ending ? ending : null);
  }
  const rest = thoughts.end();
  hasText ||= hasWords(rest);
  if (rest) yield { text: rest };
  const ending = judge();
  yield 'signal' in ending ? ending : { end: { ...report, isCut: ending.isCut } };
}

/** The failure of an answer that was blocked or ended early, even if it has content. */
function findBlock(answer: GenerateContentResponse): FailureSignal | null {
  const feedback = answer.promptFeedback;
  if (feedback?.blockReason) {
    return {
      kind: 'empty',
      reason: feedback.blockReason,
      detail: feedback.blockReasonMessage ?? null,
      ...reportedUsage(answer),
    };
  }
  const candidate = answer.candidates?.[0];
  const finish = candidate?.finishReason;
  if (!finish || finish === 'STOP' || finish === 'MAX_TOKENS') return null;
  const detail = candidate.finishMessage ?? null;
  return { kind: 'empty', reason: finish, detail, ...reportedUsage(answer) };
}

function emptySignal(answer: GenerateContentResponse, said = ''): FailureSignal {
  const reason = answer.candidates?.[0]?.finishReason ?? null;
  return { kind: 'empty', reason, said: said || null, ...reportedUsage(answer) };
}

/** The parts without thoughts: the thoughts of an image model are drafts of its image. */
function finishedParts(answer: GenerateContentResponse): Part[] {
  return (answer.candidates?.[0]?.content?.parts ?? []).filter((part) => !part.thought);
}

function toText(parts: Part[]): string {
  return parts.map((part) => part.text ?? '').join('');
}

function toPart(image: InputImage): Part {
  const data = Buffer.from(image.bytes).toString('base64');
  return { inlineData: { mimeType: image.mimeType, data } };
}

function toTransport({ signal, fetch }: Request) {
  return {
    abortSignal: signal,
    automaticContinuation: false,
    // With `true`, Google may keep prompts and pictures for 55 days.
    store: false,
    httpOptions: { fetch },
  };
}

function toContent(order: TextRequest, request: Request) {
  const contents: Content[] = order.messages.map(({ role, content, images }) =>
    role === 'assistant'
      ? { role: 'model', parts: [{ text: content }] }
      : { role: 'user', parts: [...(images ?? []).map(toPart), { text: content }] },
  );
  const effort = toEffort('google', order);
  const limit = toOutputLimit('google', order);
  const thinkingConfig =
    effort && request.fit({ thinkingLevel: effort.toUpperCase() as ThinkingLevel });
  return {
    model: order.modelId,
    contents,
    config: request.fit({
      ...toTransport(request),
      ...(order.system && { systemInstruction: order.system }),
      ...(order.json && { responseMimeType: 'application/json' }),
      ...(thinkingConfig?.thinkingLevel && { thinkingConfig }),
      ...(limit && { maxOutputTokens: limit }),
    }),
  };
}

async function listModels(client: GoogleGenAI, request: Request): Promise<Result<ModelList>> {
  const list = startList();
  const { signal: abortSignal, fetch } = request;
  const pages = await client.models.list({
    config: { pageSize: 100, abortSignal, httpOptions: { fetch } },
  });
  for await (const entry of pages) {
    list.take(entry, () => {
      const { name, displayName, supportedActions } = GeminiEntry.parse(entry);
      const id = name.replace(/^models\//, '');
      return {
        id,
        label: displayName?.trim() || id,
        provider: 'google',
        capabilities: geminiCapabilities(id, supportedActions ?? []),
        tier: guessTier('google', id),
        largestSize: findKnownModel('google', id)?.largestSize ?? null,
      };
    });
    if (list.count() >= listingMax) break;
  }
  return { value: list.end() };
}

const GeminiEntry = z.object({
  name: z.string().trim().min(1).max(200),
  displayName: z.string().max(200).nullish(),
  supportedActions: z.array(z.string()).nullish(),
});
