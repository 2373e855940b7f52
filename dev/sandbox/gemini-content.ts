/** `:generateContent` and `:streamGenerateContent`, for texts and pictures. */
import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import sharp from 'sharp';
import { toGeminiBlock, toGeminiError, invalidArgument, unavailable } from './gemini-errors.ts';
import { pictureParts } from './gemini-pictures.ts';
import {
  sendError,
  toServedId,
  type Content,
  type ContentBody,
  type ContentCall,
  type Part,
} from './gemini-wire.ts';
import {
  toChunks,
  openStream,
  pause,
  sendEvent,
  countTokens,
  untilClosed,
  usualChunkMs,
} from './http.ts';
import { decideBehaviour, parseIdeasFailure, withoutMarkers, type Behaviour } from './markers.ts';
import { writeText } from './writing.ts';

const partsText = (content: Content | undefined) =>
  (content?.parts ?? [])
    .map(({ text }) => text ?? '')
    .join('\n')
    .trim();

function toUsage(body: ContentBody, images: number, candidatesTokenCount: number) {
  const words = [body.systemInstruction, ...(body.contents ?? [])].map(partsText).join('\n');
  const promptTokenCount = countTokens(words) + images * 258;
  return {
    promptTokenCount,
    candidatesTokenCount,
    totalTokenCount: promptTokenCount + candidatesTokenCount,
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: promptTokenCount }],
  };
}

function textFor(body: ContentBody, said: string, withImage: boolean): string {
  const config = body.generationConfig;
  const schema = config?.responseSchema ?? config?.responseJsonSchema;
  const system = partsText(body.systemInstruction);
  return writeText({
    system: config?.responseMimeType === 'application/json' ? `${system}\nJSON` : system,
    prompt: withoutMarkers(said),
    provider: 'google',
    turn: (body.contents ?? []).filter(({ role }) => role === 'model').length,
    withImage,
    jsonObject: schema?.type?.toLowerCase() === 'object',
    ideasFault: parseIdeasFailure(said, 'google'),
  });
}

function toOddText({ failure }: Behaviour, whole: string): string {
  if (failure === 'blank') return ' \n\u200b ';
  if (failure === 'nul') return `Chai\u0000time. ${whole}`;
  if (failure === 'think') return `<think>They ask for ${whole.slice(0, 40)}.</think>\n\n${whole}`;
  return failure === 'cut' || failure === 'error_finish' ? whole.slice(0, 40) : whole;
}

function toReported({ failure }: Behaviour, usage: ReturnType<typeof toUsage>): object | undefined {
  if (failure === 'unreported') return undefined;
  const { candidatesTokenCount, ...rest } = usage;
  switch (failure) {
    case 'odd_usage':
      return { ...rest, candidatesTokenCount: 12.5 };
    case 'uncounted':
      return rest;
    case 'cached':
      return { ...usage, cachedContentTokenCount: Math.floor(usage.promptTokenCount * 0.8) };
    default:
      return { ...rest, candidatesTokenCount };
  }
}

type Reply = {
  parts: Part[];
  finishReason: string;
  usage: object | undefined;
  call: ContentCall;
  behaviour: Behaviour;
};

function envelope(call: ContentCall, usage: object | undefined, rest: object): object {
  return {
    ...rest,
    usageMetadata: usage,
    modelVersion: toServedId(call.id),
    responseId: randomUUID(),
  };
}

const noUsage = { promptTokenCount: 0, candidatesTokenCount: 0, totalTokenCount: 0 };

async function send(response: Response, reply: Reply): Promise<void> {
  const { parts, finishReason, usage, call, behaviour } = reply;
  const candidate = (some: Part[], finish?: string) =>
    envelope(call, usage, {
      candidates: [
        {
          content: { role: 'model', parts: some },
          index: 0,
          ...(finish && { finishReason: finish }),
        },
      ],
    });
  if (!call.streamed) {
    if (behaviour.failure === 'truncated') response.destroy();
    else response.json(candidate(parts, finishReason));
    return;
  }
  openStream(response);
  const text = call.wants === 'text' ? (parts[0]?.text ?? '') : '';
  const pieces = text
    ? toChunks(text).map((piece) => [{ text: piece }])
    : parts.map((part) => [part]);
  for (const [index, piece] of pieces.entries()) {
    if (!(await pause(behaviour.slowMs ?? usualChunkMs, response))) return;
    const last = index === pieces.length - 1;
    const broken = index >= 2 || last;
    if (broken && behaviour.failure === 'midstream') {
      sendEvent(response, { error: unavailable.error });
      break;
    }
    if (broken && behaviour.failure === 'truncated') {
      sendEvent(response, candidate(piece));
      break;
    }
    const event = candidate(piece, last ? finishReason : undefined);
    if (last && behaviour.failure === 'no_finish') {
      // The last event without its line end.
      response.write(`data: ${JSON.stringify(event)}`);
    } else sendEvent(response, event);
    if (last && behaviour.failure === 'late_break') response.write('data: {"candidates": [');
    if (last && behaviour.failure === 'zero_usage')
      sendEvent(response, envelope(call, noUsage, {}));
  }
  response.end();
}

function sendWhole(response: Response, call: ContentCall, body: object): void {
  if (!call.streamed) {
    response.json(body);
    return;
  }
  openStream(response);
  sendEvent(response, body);
  response.end();
}

/** The pictures of the last turn; a string is the reason why one cannot be read. */
async function readInputs(content: Content): Promise<Buffer[] | string> {
  const inputs = (content.parts ?? []).flatMap(({ inlineData }) =>
    inlineData?.data ? [Buffer.from(inlineData.data, 'base64')] : [],
  );
  for (const input of inputs) {
    const readable = await sharp(input)
      .metadata()
      .then(Boolean, () => false);
    if (!readable) return 'Unable to process input image. Please retry or report.';
  }
  return inputs;
}

function isTextModelAskedForImages(body: ContentBody, call: ContentCall): boolean {
  return (
    call.wants === 'text' && (body.generationConfig?.responseModalities ?? []).includes('IMAGE')
  );
}

export async function answerContent(
  request: Request,
  response: Response,
  call: ContentCall,
): Promise<void> {
  const body = (request.body ?? {}) as ContentBody;
  const last = Array.isArray(body.contents)
    ? body.contents.findLast(({ role }) => role !== 'model')
    : undefined;
  const refuse = (message: string) => sendError(response, invalidArgument(message));
  if (!last?.parts?.length) {
    return refuse('GenerateContentRequest.contents: contents is not specified');
  }
  if (isTextModelAskedForImages(body, call)) {
    return refuse('Multi-modal output is not supported by this model.');
  }
  const said = partsText(last);
  const behaviour = decideBehaviour(
    { prompt: said, provider: 'google', premium: call.premium },
    call.latencyMs,
  );
  if (behaviour.latencyMs > 0 && !(await pause(behaviour.latencyMs, response))) return;
  if (behaviour.failure === 'hang') return untilClosed(response);
  const error = behaviour.failure && toGeminiError(behaviour.failure, call.id);
  if (error && !(call.streamed && behaviour.failure === 'midstream'))
    return sendError(response, error);
  const inputs = await readInputs(last);
  if (typeof inputs === 'string') return refuse(inputs);
  const block = behaviour.failure && toGeminiBlock(behaviour.failure, call.wants);
  if (block) {
    const rest =
      'blockReason' in block
        ? { promptFeedback: { blockReason: block.blockReason } }
        : { candidates: [{ finishReason: block.finishReason, index: 0 }] };
    return sendWhole(response, call, envelope(call, toUsage(body, inputs.length, 0), rest));
  }
  if (behaviour.failure === 'parameter') {
    const { generationConfig: config } = body;
    if (config?.thinkingConfig) return refuse('Thinking level is not supported for this model.');
    if (config?.imageConfig?.aspectRatio) {
      return refuse(
        'Invalid JSON payload received. Unknown name "aspectRatio" at \'generation_config.image_config\': Cannot find field.',
      );
    }
  }
  if (call.wants === 'image' && behaviour.failure === 'says') {
    const parts = [{ text: "I can't draw that person. Describe someone else." }];
    const usage = toUsage(body, inputs.length, 12);
    return send(response, { parts, finishReason: 'STOP', usage, call, behaviour });
  }
  if (call.wants === 'image') {
    const prompt = withoutMarkers(said);
    const parts = await pictureParts(body, call, { prompt, inputs, failure: behaviour.failure });
    if (typeof parts === 'string') return refuse(parts);
    const usage = toReported(behaviour, toUsage(body, inputs.length, 1290));
    return send(response, { parts, finishReason: 'STOP', usage, call, behaviour });
  }
  const level = body.generationConfig?.thinkingConfig?.thinkingLevel;
  if (level === 'MINIMAL' && !/lite/.test(call.id)) {
    return refuse('Thinking level MINIMAL is not supported for this model.');
  }
  const whole = toOddText(behaviour, textFor(body, said, inputs.length > 0));
  const most = (body.generationConfig?.maxOutputTokens ?? Infinity) * 4;
  const text = whole.slice(0, most);
  const isCut = text.length < whole.length || behaviour.failure === 'cut';
  const isMalformed = behaviour.failure === 'error_finish';
  return send(response, {
    parts: [{ text }],
    finishReason: isMalformed ? 'MALFORMED_RESPONSE' : isCut ? 'MAX_TOKENS' : 'STOP',
    usage: toReported(behaviour, toUsage(body, inputs.length, countTokens(text))),
    call,
    behaviour,
  });
}
