/** `POST /v1/chat/completions`, whole and as a stream. */
import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
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
import { invalidValue, toOpenAiError, serverError, unsupportedParameter } from './openai-errors.ts';
import { modelFor, sendError } from './openai-wire.ts';
import { writeText } from './writing.ts';

type Part = { type?: string; text?: string };
type Message = { role?: string; content?: string | Part[] | null };
type ChatBody = {
  model?: unknown;
  messages?: Message[];
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  response_format?: { type?: string };
  max_completion_tokens?: number;
  max_tokens?: number;
  reasoning_effort?: string;
  safety_identifier?: string;
};

type Reply = {
  id: string;
  model: string;
  content: string;
  refusal: string | null;
  finish: 'stop' | 'length' | 'content_filter' | 'error' | 'tool_calls';
  promptTokens: number;
  behaviour: Behaviour;
};

function toText(message: Message | undefined): string {
  if (typeof message?.content === 'string') return message.content;
  return (message?.content ?? []).map((part) => part.text ?? '').join('\n');
}

const hasImage = (message: Message | undefined) =>
  Array.isArray(message?.content) && message.content.some(({ type }) => type === 'image_url');

function write(
  body: ChatBody,
  { api, messages, behaviour }: { api: string; messages: Message[]; behaviour: Behaviour },
): Omit<Reply, 'id' | 'model'> {
  const last = messages.findLast(({ role }) => role === 'user');
  const system = messages
    .filter(({ role }) => role === 'system' || role === 'developer')
    .map(toText)
    .join('\n');
  const whole = writeText({
    system,
    prompt: withoutMarkers(toText(last)),
    provider: api,
    turn: messages.filter(({ role }) => role === 'assistant').length,
    withImage: hasImage(last),
    jsonObject: body.response_format?.type?.startsWith('json') ?? false,
    ideasFault: parseIdeasFailure(toText(last), api),
  });
  const most = body.max_completion_tokens ?? body.max_tokens ?? Infinity;
  const cut = countTokens(whole) > most;
  const reply = {
    content: cut ? whole.slice(0, most * 4) : whole,
    refusal: null,
    finish: cut ? 'length' : 'stop',
    promptTokens: countTokens(messages.map(toText).join('\n')) + (hasImage(last) ? 765 : 0),
    behaviour,
  } as const;
  switch (behaviour.failure) {
    case 'filtered':
      return { ...reply, content: whole.slice(0, 40), finish: 'content_filter' };
    case 'refusal':
      return { ...reply, content: '', refusal: "I'm sorry, I can't help with that." };
    case 'length':
      return { ...reply, content: '', finish: 'length' };
    case 'generic':
      return { ...reply, content: '' };
    case 'blank':
      return { ...reply, content: ' \n\u200b ' };
    case 'tool_calls':
      return { ...reply, finish: 'tool_calls' };
    case 'think':
      return {
        ...reply,
        content: `<think>They ask for ${whole.slice(0, 40)}.</think>\n\n${whole}`,
      };
    case 'nul':
      return { ...reply, content: `Chai\u0000time. ${whole}` };
    case 'cut':
      return { ...reply, content: whole.slice(0, 40), finish: 'length' };
    case 'error_finish':
      return { ...reply, content: whole.slice(0, 40), finish: 'error' };
    default:
      return reply;
  }
}

function toUsage({ promptTokens, content, refusal, behaviour }: Reply) {
  if (behaviour.failure === 'unreported') return null;
  const words = countTokens(content + (refusal ?? ''));
  const completion_tokens = behaviour.failure === 'odd_usage' ? 12.5 : words;
  const cached_tokens = behaviour.failure === 'cached' ? Math.floor(promptTokens * 0.8) : 0;
  return {
    prompt_tokens: promptTokens,
    prompt_tokens_details: { cached_tokens, cache_write_tokens: 0 },
    ...(behaviour.failure !== 'uncounted' && { completion_tokens }),
    completion_tokens_details: { reasoning_tokens: 0 },
    total_tokens: promptTokens + completion_tokens,
  };
}

const noUsage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

/** As a compatible server and as OpenAI refuse a parameter; false if the request is without both. */
function refuseParameter(response: Response, body: ChatBody): boolean {
  if (body.safety_identifier) {
    response.status(400).json({ detail: 'Unsupported parameter: safety_identifier' });
  } else if (body.reasoning_effort) {
    sendError(response, unsupportedParameter('reasoning_effort'));
  } else return false;
  return true;
}

async function stream(response: Response, reply: Reply, includeUsage: boolean): Promise<void> {
  const { id, model, behaviour } = reply;
  const created = Math.floor(Date.now() / 1000);
  const send = (choices: unknown[], more = {}) =>
    sendEvent(response, {
      id,
      object: 'chat.completion.chunk',
      created,
      model,
      choices,
      ...(includeUsage && { usage: null }),
      ...more,
    });
  const delta = (content: object, finish_reason: string | null = null) =>
    send([{ index: 0, delta: content, finish_reason }]);
  openStream(response);
  delta({ role: 'assistant', content: '' });
  const chunks = toChunks(reply.content);
  for (const [index, content] of chunks.entries()) {
    if (!(await pause(behaviour.slowMs ?? usualChunkMs, response))) return;
    const broken = index >= 2 || index === chunks.length - 1;
    if (broken && behaviour.failure === 'midstream') {
      sendEvent(response, { error: serverError.error });
      response.end();
      return;
    }
    delta({ content });
    if (broken && behaviour.failure === 'truncated') {
      response.end();
      return;
    }
  }
  if (reply.refusal) delta({ refusal: reply.refusal });
  if (behaviour.failure !== 'no_finish') {
    delta({}, reply.finish);
    if (behaviour.failure === 'late_break') {
      if (await pause(usualChunkMs, response)) response.destroy();
      return;
    }
    if (includeUsage) send([], { usage: toUsage(reply) });
    if (behaviour.failure === 'zero_usage') send([], { usage: noUsage });
  }
  sendEvent(response, '[DONE]');
  response.end();
}

/** OpenAI's own parameters, which a compatible server refuses. */
const ownParameters = ['store', 'safety_identifier', 'max_completion_tokens'] as const;

export async function answerChat(
  request: Request,
  response: Response,
  { api, latencyMs }: { api: string; latencyMs: number },
): Promise<void> {
  const body = (request.body ?? {}) as ChatBody;
  const model = modelFor(response, body.model, 'text', api);
  if (!model) return;
  const unknown = api !== 'openai' && ownParameters.find((name) => name in body);
  if (unknown) return sendError(response, unsupportedParameter(unknown));
  const { messages, reasoning_effort: effort } = body;
  if (effort && /^gpt-6\.[12]/.test(model.id) && ['none', 'minimal', 'max'].includes(effort)) {
    const message = `Unsupported value: 'reasoning_effort' does not support '${effort}' with this model.`;
    return sendError(response, invalidValue('reasoning_effort', message));
  }
  if (body.max_tokens !== undefined && model.id.startsWith('gpt-')) {
    const message =
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
    return sendError(response, invalidValue('max_tokens', message));
  }
  if (!Array.isArray(messages) || messages.length === 0) {
    return sendError(response, invalidValue('messages', "Missing required parameter: 'messages'."));
  }
  const prompt = toText(messages.findLast(({ role }) => role === 'user'));
  const behaviour = decideBehaviour({ prompt, provider: api, premium: model.premium }, latencyMs);
  if (behaviour.latencyMs > 0 && !(await pause(behaviour.latencyMs, response))) return;
  if (behaviour.failure === 'hang') return untilClosed(response);
  if (behaviour.failure === 'parameter' && refuseParameter(response, body)) return;
  const streamed = body.stream === true;
  const error = behaviour.failure && toOpenAiError(behaviour.failure, 'text', model.id);
  if (error && !(streamed && behaviour.failure === 'midstream')) return sendError(response, error);
  const reply = {
    id: `chatcmpl-${randomUUID().replaceAll('-', '')}`,
    model: model.id,
    ...write(body, { api, messages, behaviour }),
  };
  if (streamed) return stream(response, reply, body.stream_options?.include_usage === true);
  if (behaviour.failure === 'truncated') {
    response.destroy();
    return;
  }
  const { content, refusal, finish } = reply;
  response.json({
    id: reply.id,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model: reply.model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: refusal ? null : content, refusal, annotations: [] },
        logprobs: null,
        finish_reason: finish,
      },
    ],
    usage: toUsage(reply),
  });
}
