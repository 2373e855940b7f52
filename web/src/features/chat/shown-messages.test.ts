import type { Conversation, Message } from '@sachet/shared/chat/contracts/chat';
import { expect, test } from 'vitest';
import type { Reply } from './chat-reducer';
import { getReplyEnd, failedPrompt, shownMessages } from './shown-messages';

const message = (turnId: string, role: Message['role'], more: Partial<Message> = {}): Message => ({
  turnId,
  role,
  content: `${turnId} ${role}`,
  createdAt: '2026-11-21T12:00:00.000Z',
  replacesTurnId: null,
  pictures: [],
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
  pictures: [],
  replacesTurnId: null,
  isEdit: false,
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

test('shownMessages puts a sent message and an empty answer at the end', () => {
  const reply: Reply = { ...live, turnId: null, text: '', phase: 'sending' };
  expect(words(saved(...first), reply, null).slice(2)).toEqual([
    ['user', 'And then?', null],
    ['assistant', '', 'streaming'],
  ]);
});

test('shownMessages shows a saved question once, with the part of the answer that was read', () => {
  const conversation = saved(...first, message('turn_2', 'user', { content: 'And then?' }));
  expect(words(conversation, live, null).slice(2)).toEqual([
    ['user', 'And then?', null],
    ['assistant', 'Then', 'streaming'],
  ]);
});

test.each<Partial<Message>>([{ status: 'done' }, { status: 'stopped' }, { status: 'failed' }])(
  'shownMessages shows the saved version of an answer with %j',
  (end) => {
    const whole = message('turn_2', 'assistant', { content: 'Then this.', ...end });
    const conversation = saved(...first, message('turn_2', 'user'), whole);
    expect(words(conversation, live, null).at(-1)).toEqual(['assistant', 'Then this.', end.status]);
    expect(shownMessages(conversation, live, null)).toHaveLength(4);
  },
);

test('shownMessages keeps the streamed text and its error if the saved version cannot be read', () => {
  const reply: Reply = { ...live, phase: 'ended', error: overloaded };
  const shown = shownMessages(saved(...first), reply, null);
  expect(shown.slice(2).map(({ role, content }) => [role, content])).toEqual([
    ['user', 'And then?'],
    ['assistant', 'Then'],
    ['system', 'Error: overloaded'],
  ]);
  expect(failedPrompt(shown)).toBe('And then?');
});

test('shownMessages marks a turn as replaced, unless the turn that replaces it has failed', () => {
  const replaced = (...given: Parameters<typeof shownMessages>) =>
    shownMessages(...given).flatMap(({ key, isReplaced }) => (isReplaced ? key : []));
  const other = { replacesTurnId: 'turn_1' };
  const both = ['turn_1:user', 'turn_1:assistant'];
  expect(replaced(saved(...first), { ...live, ...other, turnId: null, text: '' }, null)).toEqual(
    both,
  );
  const failed: Reply = { ...live, ...other, phase: 'ended', error: overloaded };
  expect(replaced(saved(...first), failed, null)).toEqual([]);
  const question = message('turn_2', 'user', other);
  const answered = message('turn_2', 'assistant', other);
  expect(replaced(saved(...first, question, answered), null, null)).toEqual(both);
  const broken = message('turn_2', 'system', other);
  expect(replaced(saved(...first, question, broken), null, null)).toEqual([]);
});

test('shownMessages shows the continued result first until the conversation contains it', () => {
  const seed = { generationId: 'gen_1', prompt: 'Laddoos?', answer: 'Yes.', modelName: 'A model' };
  expect(words(null, null, seed)).toEqual([
    ['user', 'Laddoos?', null],
    ['assistant', 'Yes.', null],
  ]);
  expect(words(saved(...first), null, seed)).toHaveLength(2);
});

test('failedPrompt is null after an answer', () => {
  expect(failedPrompt(shownMessages(saved(...first), null, null))).toBeNull();
});

test.each([
  ['written', [message('turn_2', 'assistant')]],
  ['stopped', [message('turn_2', 'assistant', { status: 'stopped' })]],
  ['failed', [message('turn_2', 'assistant', { status: 'failed' }), message('turn_2', 'system')]],
  ['failed', [message('turn_2', 'system')]],
  ['takenBack', []],
] as const)('getReplyEnd reports %s for the saved messages of a reply', (end, answers) => {
  const question = answers.length > 0 ? [message('turn_2', 'user')] : [];
  const shown = shownMessages(saved(...first, ...question, ...answers), null, null);
  expect(getReplyEnd(shown, 'turn_2')).toBe(end);
});

test('getReplyEnd reports the streamed end if the saved version cannot be read', () => {
  const reply: Reply = { ...live, phase: 'ended' };
  const endAs = (change: Partial<Reply>) =>
    getReplyEnd(shownMessages(saved(...first), { ...reply, ...change }, null), 'turn_2');
  expect(endAs({ status: 'stopped' })).toBe('stopped');
  expect(endAs({ status: 'done' })).toBe('written');
  expect(endAs({ error: overloaded })).toBe('failed');
});

test('getReplyEnd reports no end for a lost connection', () => {
  const shown = shownMessages(saved(...first), { ...live, phase: 'lost' }, null);
  expect(getReplyEnd(shown, 'turn_2')).toBeNull();
});
