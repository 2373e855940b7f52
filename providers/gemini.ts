import {
  GoogleGenAI,
  type Content,
  type GenerateContentResponse,
  type GenerateContentResponseUsageMetadata,
  type Part,
} from '@google/genai';
import { makeCall, makeStream, type Attempt, type CallTerms, type StreamStep } from './call.ts';
import { geminiCapabilities } from './capabilities.ts';
import type { FailureSignal } from './failure.ts';
import { explainGeminiError } from './gemini-error.ts';
import {
  imageTimeoutMs,
  textTimeoutMs,
  type AdapterOptions,
  type ImageAnswer,
  type ImageRequest,
  type InputImage,
  type ModelListing,
  type ProviderAdapter,
  type TextAnswer,
  type TextRequest,
  type Usage,
} from './provider.ts';

/** Pinned, since a release of the SDK has moved its default once already. */
const apiVersion = 'v1beta';

const listingMax = 2000;

/** `baseUrl` is without a version: `https://generativelanguage.googleapis.com`. */
export function createGemini(options: AdapterOptions): ProviderAdapter {
  const client = new GoogleGenAI({
    apiKey: options.apiKey,
    vertexai: false,
    httpOptions: {
      apiVersion,
      baseUrl: options.baseUrl ?? 'https://generativelanguage.googleapis.com',
    },
  });
  const terms = (call: Pick<CallTerms, 'signal' | 'onRetry'>, timeoutMs: number): CallTerms => ({
    provider: 'google',
    signal: call.signal,
    onRetry: call.onRetry,
    timeoutMs: options.timeoutMs ?? timeoutMs,
    secrets: [options.apiKey],
    explain: explainGeminiError,
  });
  return {
    name: 'google',
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

/** Gemini knows no masks: it is shown the part, and told. */
const onlyTheMarked =
  'The second image is the first with one part tinted in magenta. Change the first image only where the ' +
  'second is tinted, and leave every other part exactly as it is. The tint itself must not appear.';

async function makeImage(
  client: GoogleGenAI,
  request: ImageRequest,
  signal: AbortSignal,
): Promise<Attempt<ImageAnswer>> {
  const { inputs = [], area, prompt } = request;
  if (area && !('marked' in area)) throw new Error('Gemini is given a marked picture');
  const pictures = area ? [...inputs, area.marked] : inputs;
  const text = area ? `${prompt}\n\n${onlyTheMarked}` : prompt;
  const answer = await client.models.generateContent({
    model: request.modelId,
    contents: [{ role: 'user', parts: [...pictures.map(toPart), { text }] }],
    config: {
      abortSignal: signal,
      automaticContinuation: false,
      responseModalities: ['IMAGE'],
      imageConfig: {
        aspectRatio: request.aspectRatio,
        // 1K is the default, and models that know no other size reject the parameter.
        ...(request.size > 1024 && { imageSize: '2K' }),
      },
    },
  });
  const blocked = findBlock(answer);
  if (blocked) return { signal: blocked };
  const parts = finishedParts(answer);
  const image = parts.findLast((part) => part.inlineData?.data)?.inlineData;
  if (!image?.data) return { signal: emptySignal(answer, toText(parts)) };
  return {
    value: {
      bytes: Buffer.from(image.data, 'base64'),
      mimeType: image.mimeType ?? 'image/png',
      usage: { ...toUsage(answer.usageMetadata), images: 1 },
    },
  };
}

async function writeText(
  client: GoogleGenAI,
  request: TextRequest,
  signal: AbortSignal,
): Promise<Attempt<TextAnswer>> {
  const answer = await client.models.generateContent(contentOrder(request, signal));
  const blocked = findBlock(answer);
  if (blocked) return { signal: blocked };
  const text = toText(finishedParts(answer));
  if (!text.trim()) return { signal: emptySignal(answer) };
  return { value: { text, usage: toUsage(answer.usageMetadata) } };
}

async function* streamText(
  client: GoogleGenAI,
  request: TextRequest,
  signal: AbortSignal,
): AsyncGenerator<StreamStep> {
  const stream = await client.models.generateContentStream(contentOrder(request, signal));
  let last: GenerateContentResponse | null = null;
  let hasText = false;
  let usage = toUsage(undefined);
  for await (const chunk of stream) {
    const text = toText(finishedParts(chunk));
    if (text) {
      hasText = true;
      yield { text };
    }
    // Each chunk's count is the running total.
    if (chunk.usageMetadata) usage = toUsage(chunk.usageMetadata);
    const blocked = findBlock(chunk);
    if (blocked) return yield { signal: blocked };
    if (chunk.candidates?.[0]?.finishReason) last = chunk;
  }
  if (last === null) return;
  yield hasText ? { end: usage } : { signal: emptySignal(last) };
}

/** Why an answer counts as a failure even with content: a block, or a premature finish. */
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
  return { kind: 'empty', reason, detail: said || null, ...reportedUsage(answer) };
}

/** Without thoughts: those of an image model are drafts of its image. */
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

function contentOrder(request: TextRequest, signal: AbortSignal) {
  const contents: Content[] = request.messages.map(({ role, content, images }) =>
    role === 'assistant'
      ? { role: 'model', parts: [{ text: content }] }
      : { role: 'user', parts: [...(images ?? []).map(toPart), { text: content }] },
  );
  return {
    model: request.modelId,
    contents,
    config: {
      abortSignal: signal,
      automaticContinuation: false,
      ...(request.system && { systemInstruction: request.system }),
      ...(request.json && { responseMimeType: 'application/json' }),
      ...(request.maxOutputTokens && { maxOutputTokens: request.maxOutputTokens }),
    },
  };
}

/** For an answer without a result: its input was read and may be billed. */
function reportedUsage({ usageMetadata }: GenerateContentResponse): { usage?: Usage } {
  return usageMetadata ? { usage: toUsage(usageMetadata) } : {};
}

/** Thoughts are billed as output. */
function toUsage(usage: GenerateContentResponseUsageMetadata | undefined): Usage {
  return {
    inputTokens: usage?.promptTokenCount ?? 0,
    outputTokens: (usage?.candidatesTokenCount ?? 0) + (usage?.thoughtsTokenCount ?? 0),
    images: 0,
  };
}

async function listModels(
  client: GoogleGenAI,
  signal: AbortSignal,
): Promise<Attempt<ModelListing[]>> {
  const listings: ModelListing[] = [];
  const pages = await client.models.list({ config: { pageSize: 100, abortSignal: signal } });
  for await (const model of pages) {
    const id = (model.name ?? '').replace(/^models\//, '');
    const capabilities = geminiCapabilities(id, model.supportedActions ?? []);
    if (id && capabilities.length) {
      const label = model.displayName ?? id;
      listings.push({ id, label, provider: 'google', capabilities, shutdownAt: null });
    }
    if (listings.length >= listingMax) break;
  }
  return { value: listings };
}
