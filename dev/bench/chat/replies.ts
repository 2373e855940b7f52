/** Times one reply of the provider's SDK or of our API. */
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { chatInstruction } from '@sachet/shared/studio/instructions';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { readMessages } from '../../../api/testing/server-sent-events.ts';
import { keys, type Person } from '../servers.ts';

export interface Stack {
  readonly apiUrl: string;
  readonly openaiUrl: string;
  readonly geminiUrl: string;
  readonly people: Person[];
}

export interface Timed {
  readonly firstMs: number;
  readonly totalMs: number;
  readonly characters: number;
}

export type Ask = (prompt: string) => Promise<Timed>;

/** The instructions that our API sends besides the prompt. */
const system = chatInstruction('en');
const outputTokensMax = 4096;
const models = { openai: 'gpt-6-luna', google: 'gemini-3.5-flash-lite' };

/** Times a generator of the reply's text. */
async function time(reply: AsyncIterable<string>, begun: number): Promise<Timed> {
  let firstMs = 0;
  let characters = 0;
  for await (const text of reply) {
    if (text === '') continue;
    firstMs ||= performance.now() - begun;
    characters += text.length;
  }
  if (characters === 0) throw new Error('a reply without a word');
  return { firstMs, totalMs: performance.now() - begun, characters };
}

export function direct(stack: Stack, provider: Provider): Ask {
  return provider === 'openai' ? directOpenAi(stack) : directGoogle(stack);
}

function directOpenAi({ openaiUrl }: Stack): Ask {
  const client = new OpenAI({ apiKey: keys.openai, baseURL: openaiUrl, maxRetries: 0 });
  async function* write(prompt: string) {
    const stream = await client.chat.completions.create({
      model: models.openai,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: prompt },
      ],
      max_completion_tokens: outputTokensMax,
      stream: true,
      stream_options: { include_usage: true },
    });
    for await (const chunk of stream) yield chunk.choices[0]?.delta.content ?? '';
  }
  return (prompt) => time(write(prompt), performance.now());
}

function directGoogle({ geminiUrl }: Stack): Ask {
  const client = new GoogleGenAI({
    apiKey: keys.google,
    httpOptions: { apiVersion: 'v1beta', baseUrl: geminiUrl },
  });
  async function* write(prompt: string) {
    const stream = await client.models.generateContentStream({
      model: models.google,
      contents: [{ role: 'user', parts: [{ text: prompt }] }],
      config: { systemInstruction: system, maxOutputTokens: outputTokensMax },
    });
    for await (const chunk of stream) yield chunk.candidates?.[0]?.content?.parts?.[0]?.text ?? '';
  }
  return (prompt) => time(write(prompt), performance.now());
}

/** The first reply of a new conversation, with alternating users. */
export function throughApi(stack: Stack, provider: Provider): Ask {
  let turn = 0;
  return (prompt) => {
    const person = stack.people[turn++ % stack.people.length]!;
    const begun = performance.now();
    return time(readReply(stack, person, { provider, prompt, language: 'en' }), begun);
  };
}

/** Yields the reply's text; throws when the reply does not end normally. */
async function* readReply({ apiUrl }: Stack, { headers }: Person, request: object) {
  const answer = await fetch(`${apiUrl}/api/chat`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  if (!answer.ok) throw new Error(`POST /api/chat: ${answer.status} ${await answer.text()}`);
  let last = '';
  for await (const { event = '', data } of readMessages(answer.body!)) {
    if (event === 'chunk') yield (JSON.parse(data) as { text: string }).text;
    last = event;
  }
  if (last !== 'done') throw new Error(`a reply ended with ${last}`);
}
