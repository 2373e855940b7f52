import type { Conversation, Message } from '@sachet/shared/contracts/chat';
import { expect, test } from 'vitest';
import type { Reply } from './chat-reducer';
import { getReplyEnd, failedPrompt, shownMessages } from './shown-messages';

const message = (turnId: string, role: Message['role'], more: Partial<Message> = {}): Message => ({
  turnId,
  role,
  content: `${turnId} ${role}`,
  createdAt: '2026-11-21T12:00:00.000Z',
  status: role === 'assistant' ? 'done' : null,
  modelName: role === 'assistant' ? 'A model' : null,
  charged: null,
  reason: null,
  ...more,
});
const saved = (...messages: Message[]) => ({ messages }) as Conversation;
const first = [message('turn_1', 'user'), message('turn_1', 'assistant')];
const live: Reply = {
  key: 'k',
  turnId: 'turn_2',
  prompt: 'And then?',
  seed: null,
  isMine: true,
  provider: 'google',
  title: null,
  modelName: 'A model',
  text: 'Then',
  phase: 'streaming',
  isStopping: false,
  error: null,
  status: null,
};
const overloaded = { message: 'overloaded', reason: null };
const words = (...given: Parameters<typeof shownMessages>) =>
  shownMessages(...given).map(({ role, content, status }) => [role, content, status]);

test('given a message that was just sent, then it and an answer without words stand at the end', () => {
  const reply: Reply = { ...live, turnId: null, text: '', phase: 'sending' };
  expect(words(saved(...first), reply, null).slice(2)).toEqual([
    ['user', 'And then?', null],
    ['assistant', '', 'streaming'],
  ]);
});

test('given a question that is saved meanwhile, then it is shown once, and the answer as far as it was read', () => {
  const conversation = saved(...first, message('turn_2', 'user', { content: 'And then?' }));
  expect(words(conversation, live, null).slice(2)).toEqual([
    ['user', 'And then?', null],
    ['assistant', 'Then', 'streaming'],
  ]);
});

test.each<Partial<Message>>([{ status: 'done' }, { status: 'stopped' }, { status: 'failed' }])(
  'given an answer that is saved as %j, then that one is shown',
  (end) => {
    const whole = message('turn_2', 'assistant', { content: 'Then this.', ...end });
    const conversation = saved(...first, message('turn_2', 'user'), whole);
    expect(words(conversation, live, null).at(-1)).toEqual(['assistant', 'Then this.', end.status]);
    expect(shownMessages(conversation, live, null)).toHaveLength(4);
  },
);

test('given an end that could not be read again, then what was read and why it ended stay', () => {
  const reply: Reply = { ...live, phase: 'ended', error: overloaded };
  const shown = shownMessages(saved(...first), reply, null);
  expect(shown.slice(2).map(({ role, content }) => [role, content])).toEqual([
    ['user', 'And then?'],
    ['assistant', 'Then'],
    ['system', 'Error: overloaded'],
  ]);
  expect(failedPrompt(shown)).toBe('And then?');
});

test('given a result to go on from, then it stands first until the conversation has it', () => {
  const seed = { generationId: 'gen_1', prompt: 'Laddoos?', answer: 'Yes.', modelName: 'A model' };
  expect(words(null, null, seed)).toEqual([
    ['user', 'Laddoos?', null],
    ['assistant', 'Yes.', null],
  ]);
  expect(words(saved(...first), null, seed)).toHaveLength(2);
});

test('given an answer as the last word, then there is nothing to try again', () => {
  expect(failedPrompt(shownMessages(saved(...first), null, null))).toBeNull();
});

test.each([
  ['written', [message('turn_2', 'assistant')]],
  ['stopped', [message('turn_2', 'assistant', { status: 'stopped' })]],
  ['failed', [message('turn_2', 'assistant', { status: 'failed' }), message('turn_2', 'system')]],
  ['failed', [message('turn_2', 'system')]],
  ['takenBack', []],
] as const)('given a reply that was %s, then that is how it ended', (end, answers) => {
  const question = answers.length > 0 ? [message('turn_2', 'user')] : [];
  const shown = shownMessages(saved(...first, ...question, ...answers), null, null);
  expect(getReplyEnd(shown, 'turn_2')).toBe(end);
});

test('given an end that could not be read again, then it is the one the stream told', () => {
  const reply: Reply = { ...live, phase: 'ended' };
  const endAs = (change: Partial<Reply>) =>
    getReplyEnd(shownMessages(saved(...first), { ...reply, ...change }, null), 'turn_2');
  expect(endAs({ status: 'stopped' })).toBe('stopped');
  expect(endAs({ status: 'done' })).toBe('written');
  expect(endAs({ error: overloaded })).toBe('failed');
});

test('given a connection that was lost, then nobody knows the end', () => {
  const shown = shownMessages(saved(...first), { ...live, phase: 'lost' }, null);
  expect(getReplyEnd(shown, 'turn_2')).toBeNull();
});
