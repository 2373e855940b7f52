import { afterAll, beforeAll, expect, test } from 'vitest';
import { conversationAfter, readConversation, hearOut, say, stopReply } from '../testing/chat.ts';
import { createCustomer } from '../testing/client.ts';
import type { Gate } from '../testing/gate.ts';
import { shareStack, type OpenStack } from '../testing/stack.ts';

let open: OpenStack;
let google: Gate;
beforeAll(async () => {
  const shared = await shareStack();
  google = shared.gates.google;
  open = shared;
});
afterAll(() => open?.stop());

interface Asked {
  readonly system: string;
  readonly messages: { readonly role: string; readonly text: string }[];
}

interface GeminiBody {
  systemInstruction: { parts: { text: string }[] };
  contents: { role: string; parts: { text: string }[] }[];
}

/** The newest request to Google, in its wire format. */
function lastAsked(): Asked {
  const body = Buffer.from(google.asked.at(-1)!, 'latin1').toString('utf8');
  const { systemInstruction, contents } = JSON.parse(body) as GeminiBody;
  const toText = ({ parts }: { parts: { text: string }[] }) =>
    parts.map(({ text }) => text).join('');
  return {
    system: toText(systemInstruction),
    messages: contents.map((content) => ({ role: content.role, text: toText(content) })),
  };
}

test('a model gets all earlier turns except those that failed or were stopped before their first words', async () => {
  const customer = await createCustomer(open.stack);
  const first = await hearOut(open.stack, customer, { prompt: 'One? [[slow:0]]' });
  const { conversationId } = await first.hears('conversation');
  const failed = { conversationId, prompt: 'Two? [[fail:midstream]]' };
  await hearOut(open.stack, customer, failed);
  const hanging = await say(open.stack, customer, { conversationId, prompt: '[[fail:hang]]' });
  await stopReply(customer, (await hanging.hears('conversation')).turnId);
  await hanging.isOver();
  const slow = await say(open.stack, customer, { conversationId, prompt: 'Three? [[slow:1000]]' });
  await slow.hears('chunk');
  await stopReply(customer, (await slow.hears('conversation')).turnId);
  await slow.isOver();
  await hearOut(open.stack, customer, { conversationId, prompt: 'Four? [[slow:0]]' });
  expect(lastAsked().messages).toEqual([
    { role: 'user', text: 'One? [[slow:0]]' },
    { role: 'model', text: first.text },
    { role: 'user', text: 'Three? [[slow:1000]]' },
    { role: 'model', text: slow.text },
    { role: 'user', text: 'Four? [[slow:0]]' },
  ]);
});

test.each([['hi', 'Answer in Hindi']])(
  'a model is asked to answer in the language of the message: %s',
  async (language, instruction) => {
    const customer = await createCustomer(open.stack);
    const conversationId = await conversationAfter(open.stack, customer, 1);
    await hearOut(open.stack, customer, { conversationId, language });
    expect(lastAsked().system).toContain(instruction);
  },
);

test('a model gets the text of a result when the conversation continues from it', async () => {
  const customer = await createCustomer(open.stack);
  const seed = { seedPrompt: 'Where to fly kites?', seedAssistant: 'On the river bank.' };
  const prompt = 'And in the rain? [[slow:0]]';
  const talk = await hearOut(open.stack, customer, { ...seed, prompt });
  expect(lastAsked().messages).toEqual([
    { role: 'user', text: seed.seedPrompt },
    { role: 'model', text: seed.seedAssistant },
    { role: 'user', text: prompt },
  ]);
  const { conversationId, title } = await talk.hears('conversation');
  expect(title).toBe(seed.seedPrompt);
  const { messages, turnCount } = await readConversation(customer, conversationId);
  expect(messages.map(({ content }) => content)).toEqual([
    seed.seedPrompt,
    seed.seedAssistant,
    prompt,
    talk.text,
  ]);
  // The seed text does not count as a reply.
  expect(turnCount).toBe(1);
});

test('a model gets the newest whole messages of a long conversation, and the user sees where they begin', async () => {
  const customer = await createCustomer(open.stack);
  const prompts: string[] = [];
  const turnIds: string[] = [];
  let conversationId: string | undefined;
  for (let turn = 0; turn < 7; turn++) {
    // About 2,600 tokens as we count them: five such messages exceed 12,000.
    const prompt = `${turn} [[slow:0]] `.padEnd(7_800, 'kite ').trim();
    prompts.push(prompt);
    const talk = await hearOut(open.stack, customer, { conversationId, prompt });
    const told = await talk.hears('conversation');
    ({ conversationId } = told);
    turnIds.push(told.turnId);
    const { messages } = lastAsked();
    const asked = messages.filter(({ role }) => role === 'user').map(({ text }) => text);
    const kept = prompts.slice(-asked.length);
    expect(asked).toEqual(kept);
    expect(messages[0]!.role).toBe('user');
    const isTrimmed = asked.length < prompts.length;
    expect(isTrimmed).toBe(turn >= 4);
    expect(told.keptFromTurnId).toBe(isTrimmed ? turnIds.at(-asked.length) : null);
  }
  const { keptFromTurnId, messages } = await readConversation(customer, conversationId!);
  expect(turnIds.slice(2)).toContain(keptFromTurnId);
  // The reader still sees every message.
  expect(messages).toHaveLength(14);
});
