import type { Conversation } from '@sachet/shared/chat/contracts/chat';
import { describe, expect, test } from 'vitest';
import { findChat, reduceChats, type ChatAction, type Chats } from './chat-reducer';

const given = (...actions: ChatAction[]): Chats => actions.reduce(reduceChats, {});
const key = 'key_1';
const plain = {
  provider: 'google',
  seed: null,
  pictures: [],
  replacesTurnId: null,
  isEdit: false,
} as const;
const sent = (chat: string, prompt = 'Hello'): ChatAction => ({
  type: 'sent',
  chat,
  message: { ...plain, key, prompt },
});
const photo = { file: new Blob(['kite']), name: 'kite.jpg' };
const replacing = (isEdit: boolean): ChatAction => ({
  type: 'sent',
  chat: 'con_1',
  message: { ...plain, key, prompt: 'Kites?', replacesTurnId: 'turn_1', isEdit },
});
const begun: ChatAction = {
  type: 'begun',
  key,
  data: {
    conversationId: 'conv_1',
    turnId: 'turn_1',
    title: 'Hello',
    provider: 'google',
    modelId: 'gemini',
    modelName: 'Gemini',
    keptFromTurnId: null,
  },
};
const typed = (chat: string, draft: string): ChatAction => ({ type: 'typed', chat, draft });

describe('the draft', () => {
  test('sending a message clears the draft, and retrying an earlier message keeps it', () => {
    expect(given(typed('new', ' Hello '), sent('new')).new?.draft).toBe('');
    expect(given(typed('new', 'Another'), sent('new')).new?.draft).toBe('Another');
  });

  test('dictated words are appended to the draft', () => {
    const spoken: ChatAction = { type: 'dictated', chat: 'new', words: 'there' };
    expect(given(spoken).new?.draft).toBe('there');
    expect(given(typed('new', 'Hello'), spoken).new?.draft).toBe('Hello there');
    expect(given(typed('new', 'Hello\n'), spoken).new?.draft).toBe('Hello\nthere');
  });
});

describe('pictures and replaced messages', () => {
  const refused: ChatAction = { type: 'refused', key, refusal: new Error('No'), price: null };

  test('pictures leave the box with their message and return with a refused one', () => {
    const attached: ChatAction = { type: 'attached', chat: 'con_1', pictures: [photo] };
    const message = { ...plain, key, prompt: 'What is it?', pictures: [photo] };
    const send: ChatAction = { type: 'sent', chat: 'con_1', message };
    const chats = given(attached, typed('con_1', 'What is it?'), send);
    expect(chats.con_1).toMatchObject({ draft: '', pictures: [] });
    expect(reduceChats(chats, refused).con_1).toMatchObject({
      draft: 'What is it?',
      pictures: [photo],
    });
  });

  test('a refused edit is edited again, and a refused request for another reply leaves the box alone', () => {
    const before = typed('con_1', 'Next');
    const editing: ChatAction = { type: 'edited', chat: 'con_1', words: 'Kites?' };
    const edited = given(before, editing, replacing(true));
    expect(edited.con_1).toMatchObject({ editing: null, draft: 'Next' });
    expect(reduceChats(edited, refused).con_1).toMatchObject({ editing: 'Kites?', draft: 'Next' });
    const again = given(before, replacing(false), refused);
    expect(again.con_1).toMatchObject({ editing: null, draft: 'Next' });
  });
});

describe('a message of a new chat', () => {
  test('a sent message of a new chat clears earlier errors', () => {
    const refused: ChatAction = { type: 'refused', key, refusal: new Error('No'), price: 10 };
    const chats = given(sent('new'), refused, sent('new'));
    expect(chats.new).toMatchObject({ refusal: null, paid: null, movedTo: null });
    expect(chats.new?.reply).toMatchObject({ phase: 'sending', isMine: true, text: '' });
  });

  test('a new chat moves to its conversation, together with text typed in the meantime', () => {
    const chats = given(sent('new'), typed('new', 'And'), begun);
    expect(findChat(chats, key)).toBe('conv_1');
    expect(chats.conv_1).toMatchObject({
      draft: 'And',
      movedTo: null,
      reply: { turnId: 'turn_1', modelName: 'Gemini', phase: 'streaming' },
    });
    expect(chats.new).toMatchObject({ draft: '', reply: null, movedTo: 'conv_1' });
    expect(reduceChats(chats, { type: 'followed', chat: 'new' }).new?.movedTo).toBeNull();
  });
});

describe('a reply in a conversation', () => {
  const streaming = given(sent('conv_1'), begun);
  const after = (...actions: ChatAction[]) => actions.reduce(reduceChats, streaming).conv_1;

  test('a reply stays in its chat when the server names the turn', () => {
    expect(Object.keys(streaming)).toEqual(['conv_1']);
  });

  test('a reply continues after the connection was lost', () => {
    const written: ChatAction = { type: 'written', key, text: 'Na' };
    expect(after(written, { type: 'disconnected', key })?.reply).toMatchObject({
      text: 'Na',
      phase: 'reconnecting',
    });
    expect(after({ type: 'disconnected', key }, { type: 'connected', key })?.reply?.phase).toBe(
      'streaming',
    );
  });

  test('a reply can be stopped again after the connection was lost', () => {
    const stopping: ChatAction = { type: 'stopping', key, isStopping: true };
    expect(after(stopping)?.reply?.isStopping).toBe(true);
    expect(after(stopping, { type: 'lost', key })?.reply).toMatchObject({
      phase: 'lost',
      isStopping: false,
    });
  });

  test('the chat stores the price of a paid reply with its turn', () => {
    expect(after({ type: 'paid', key, rupees: 10 })?.paid).toEqual({
      turnId: 'turn_1',
      rupees: 10,
    });
  });

  test('the saved version of a reply replaces the streamed one', () => {
    expect(after({ type: 'saved', key })?.reply).toBeNull();
  });

  test('the streamed reply stays until its saved version can be read', () => {
    expect(after({ type: 'ended', key, status: 'done', error: null })?.reply).toMatchObject({
      phase: 'ended',
      status: 'done',
    });
  });

  test.each([
    [true, '', 'Hello'],
    [true, 'Or', 'Hello\n\nOr'],
    [false, 'Or', 'Or'],
  ])(
    'a reply stopped before its first words (message restored: %s) turns the draft %j into %j',
    (isRestored, draft, left) => {
      const chat = after(typed('conv_1', draft), { type: 'takenBack', key, isRestored });
      expect(chat).toMatchObject({ reply: null, draft: left });
    },
  );

  test('a refused message returns to the box', () => {
    const refusal = new Error('Too many');
    expect(after({ type: 'refused', key, refusal, price: 10 })).toMatchObject({
      reply: null,
      refusal,
      refusedPrice: 10,
      draft: 'Hello',
    });
  });

  test('a reply changes nothing after its window was closed', () => {
    const closed = reduceChats(streaming, { type: 'closed', chat: 'conv_1' });
    expect(closed).toEqual({});
    for (const action of [{ type: 'written', key, text: 'Na' }, begun] satisfies ChatAction[]) {
      expect(reduceChats(closed, action)).toEqual({});
    }
  });
});

test('a reply that another tab requested is read together with its question', () => {
  const conversation = {
    id: 'conv_1',
    provider: 'openai',
    title: 'Hi',
    modelName: 'GPT',
    messages: [{ turnId: 'turn_2', role: 'user', content: 'And?' }],
  } as unknown as Conversation;
  const joined = { type: 'joined', chat: 'conv_1', conversation, turnId: 'turn_2', key } as const;
  expect(given(typed('conv_1', 'Half'), joined).conv_1).toMatchObject({
    draft: 'Half',
    reply: { turnId: 'turn_2', prompt: 'And?', isMine: false, phase: 'streaming' },
  });
});
