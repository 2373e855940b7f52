import type { Conversation, Message } from '@sachet/shared/contracts/chat';
import { expect, test } from 'vitest';
import type { Reply } from './chat-state';
import { failedPrompt, shownMessages } from './shown-messages';

const message = (turnId: string, role: Message['role'], more: Partial<Message> = {}): Message => ({
  turnId,
  role,
  content: `${turnId} ${role}`,
  createdAt: '2026-11-21T12:00:00.000Z',
  status: role === 'assistant' ? 'done' : null,
  modelName: role === 'assistant' ? 'A model' : null,
  charged: null,
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
};
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
  const reply: Reply = { ...live, phase: 'ended', error: 'Error: overloaded' };
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
