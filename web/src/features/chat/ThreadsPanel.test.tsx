import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { minuteMs } from '@sachet/shared/time';
import { expectAccess, expectToFit } from '../../testing/access';
import { answerConversations, someConversation } from '../../testing/conversations';
import { button, mount, see, seeGone } from '../../testing/mount';
import { signIn } from '../../testing/people';
import { answer, cutOff, failWith, keepBack, refuse, requestsTo } from '../../testing/server';
import { ThreadsPanel } from './ThreadsPanel';

const rows = () => page.getByRole('listitem');
const title = page.getByLabelText('Title');

/** Creates this number of chats. `Chat 1` is the newest. */
const someChats = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    someConversation({ id: `con_${index + 1}`, title: `Chat ${index + 1}` }),
  );

const onOpen = vi.fn<(id: string) => void>();
const onGone = vi.fn<() => void>();

async function show(
  current: string | null = null,
  settings: Parameters<typeof mount>[1] = {},
): Promise<void> {
  const panel = <ThreadsPanel id="threads" current={current} onOpen={onOpen} onGone={onGone} />;
  await mount(panel, settings);
}

beforeEach(() => {
  signIn();
  onOpen.mockClear();
  onGone.mockClear();
});

describe('the list of saved chats', () => {
  test('the list of chats shows that it is loading, and explains when it is empty that chats are saved there', async () => {
    answerConversations([]);
    const release = keepBack('GET /api/conversations');
    await show();
    await see(page.getByRole('status').getByText('Loading'));
    release();
    await see(page.getByText('No saved chats yet'));
    await see(page.getByText('Your chats are saved here.'));
    expect(page.getByRole('status').getByText('Loading').query()).toBeNull();
    await expectAccess('no saved chats');
  });

  test('the list of chats has twenty rows at first and loads more on request', async () => {
    answerConversations(someChats(21));
    await show();
    await expect.poll(() => rows().elements().length).toBe(20);
    await button('Load more').click();
    await expect.poll(() => rows().elements().length).toBe(21);
    await seeGone(button('Load more'));
    const asked = requestsTo('GET /api/conversations').map(({ search }) => search.get('after'));
    expect(asked).toContain('con_20');
    await button(/^Chat 21 /).click();
    expect(onOpen.mock.calls).toEqual([['con_21']]);
  });

  test('an empty page after a full last page removes the button for more chats', async () => {
    answerConversations(someChats(20));
    await show();
    await expect.poll(() => rows().elements().length).toBe(20);
    await button('Load more').click();
    await seeGone(button('Load more'));
    expect(rows().elements()).toHaveLength(20);
  });

  test('a row of the list shows the provider and the time, and the open chat is marked', async () => {
    const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs).toISOString();
    answerConversations([
      someConversation({ id: 'con_1', title: 'Now', updatedAt: ago(0) }),
      someConversation({
        id: 'con_2',
        title: 'Tea',
        updatedAt: ago(5.5),
        provider: 'openai',
      }),
      someConversation({ id: 'con_3', title: 'Old', updatedAt: ago(25 * 60) }),
    ]);
    await show('con_2');
    await see(rows().filter({ hasText: 'Now' }).getByText('Google ·'));
    await see(rows().filter({ hasText: 'Tea' }).getByText('OpenAI ·'));
    await see(rows().filter({ hasText: 'Tea' }).getByText('5 minutes ago'));
    await see(rows().filter({ hasText: 'Old' }).getByText('yesterday'));
    const marked = [...document.querySelectorAll('[aria-current=true]')];
    expect(marked.map((row) => row.textContent)).toEqual([expect.stringContaining('Tea')]);
  });

  test('a search without a match says so, and one press shows all chats again', async () => {
    answerConversations(someChats(2));
    answer('GET /api/conversations/search', { found: [] });
    await show(null, { phone: true });
    const search = page.getByRole('searchbox', { name: 'Search your chats' });
    expect(button('Clear search').query()).toBeNull();
    await search.fill('kites');
    await see(page.getByText('No chat has “kites”'));
    expect(rows().elements()).toHaveLength(0);
    await expectAccess('a search without a match');
    await button('Clear search').click();
    await expect.element(search).toHaveFocus();
    await expect.poll(() => rows().elements().length).toBe(2);
  });

  test('a list of chats that cannot be loaded shows the reason and can be loaded again', async () => {
    refuse('GET /api/conversations', 'unavailable');
    await show();
    const alert = page.getByRole('alert');
    await see(alert.getByText('Failed to load conversations'));
    await see(alert.getByText('Refused: unavailable'));
    await expectAccess('unread conversations');
    answerConversations(someChats(2));
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => rows().elements().length).toBe(2);
    await seeGone(alert);
  });

  test('the first page of chats stays when the second cannot be loaded', async () => {
    answerConversations(someChats(21));
    await show();
    await expect.poll(() => rows().elements().length).toBe(20);
    refuse('GET /api/conversations', 'wrong_state');
    await button('Load more').click();
    await see(page.getByText('Failed to load conversations'));
    expect(rows().elements()).toHaveLength(20);
  });

  test('long titles of chats fit a phone', async () => {
    const long = 'उत्तरायण के लिए पतंगों के दाम '.repeat(3).slice(0, 80);
    answerConversations([
      someConversation({
        id: 'con_1',
        title: long,
        modelName: 'A model with a long name '.repeat(5),
      }),
      someConversation({ id: 'con_2', title: 'x'.repeat(80) }),
    ]);
    await show(null, { phone: true, language: 'hi' });
    await expect.poll(() => rows().elements().length).toBe(2);
    await expectToFit('long titles');
    await expectAccess('long titles');
  });
});

describe('renaming a chat', () => {
  beforeEach(async () => {
    answerConversations(someChats(2));
    await show();
    await button('Rename: Chat 1').click();
  });

  test('renaming a chat selects the current title, and Enter saves the new one without outer spaces', async () => {
    await expect.element(title).toHaveValue('Chat 1');
    await expect.element(title).toHaveFocus();
    expect(getSelection()?.toString()).toBe('Chat 1');
    await userEvent.keyboard('  Kite plans {Enter}');
    await see(button(/^Kite plans /));
    await seeGone(page.getByRole('dialog'));
    const [sent] = requestsTo('PATCH /api/conversation');
    expect([sent?.search.get('id'), sent?.body]).toEqual(['con_1', { title: 'Kite plans' }]);
    await see(button(/^Chat 2 /));
  });

  test('a chat cannot be renamed to an empty title', async () => {
    await title.fill('   ');
    await see(page.getByText('Enter a title.'));
    await expect.element(button('Save')).toBeDisabled();
    await userEvent.keyboard('{Enter}');
    await expectAccess('a title of spaces');
    expect(requestsTo('PATCH /api/conversation')).toHaveLength(0);
    await expect.element(title).toHaveAttribute('maxlength', '80');
  });

  test('a chat that cannot be renamed shows the error, keeps the typed title and allows another try', async () => {
    cutOff('PATCH /api/conversation');
    await title.fill('Kite plans');
    await button('Save').click();
    await see(page.getByText('Failed to rename'));
    await expect.element(title).toHaveValue('Kite plans');
    answerConversations(someChats(2));
    await button('Save').click();
    await see(button(/^Kite plans /));
  });

  test("a failed renaming with an unknown error code shows the server's text", async () => {
    const body = { error: 'This title was reported.', code: 'title_reported' };
    failWith('PATCH /api/conversation', 409, body);
    await title.fill('Kite plans');
    await button('Save').click();
    await see(page.getByText('Failed to rename. This title was reported.'));
  });

  test('a new title is sent once, however often the user presses the button', async () => {
    await title.fill('Kite plans');
    const release = keepBack('PATCH /api/conversation');
    await userEvent.keyboard('{Enter}{Enter}{Enter}');
    await expect.element(button('Save')).toBeDisabled();
    release();
    await see(button(/^Kite plans /));
    expect(requestsTo('PATCH /api/conversation')).toHaveLength(1);
  });

  test('Escape cancels renaming a chat without a request', async () => {
    await title.fill('Kite plans');
    await userEvent.keyboard('{Escape}');
    await seeGone(page.getByRole('dialog'));
    await see(button(/^Chat 1 /));
    expect(requestsTo('PATCH /api/conversation')).toHaveLength(0);
  });
});

describe('deleting a chat', () => {
  beforeEach(async () => {
    answerConversations(someChats(2));
    await show('con_1');
  });

  test('deleting a chat asks first, with its title, and can be cancelled', async () => {
    await button('Delete: Chat 1').click();
    await see(page.getByText('“Chat 1” and all its messages will be permanently deleted.'));
    await expectAccess('the question before a chat is deleted');
    await button('Keep it').click();
    await seeGone(page.getByRole('dialog'));
    expect(requestsTo('DELETE /api/conversation')).toHaveLength(0);
    expect(rows().elements()).toHaveLength(2);
  });

  test('deleting a chat removes its row and reports whether it was the open one', async () => {
    await button('Delete: Chat 1').click();
    await button('Delete permanently').click();
    await expect.poll(() => rows().elements().length).toBe(1);
    await seeGone(page.getByRole('dialog'));
    expect(requestsTo('DELETE /api/conversation')[0]?.search.get('id')).toBe('con_1');
    await expect.poll(() => onGone.mock.calls.length).toBe(1);
  });

  test('deleting another chat does not affect the open one', async () => {
    await button('Delete: Chat 2').click();
    await button('Delete permanently').click();
    await expect.poll(() => rows().elements().length).toBe(1);
    expect(onGone).not.toHaveBeenCalled();
  });

  test('deleting a chat succeeds when another tab has already deleted it', async () => {
    refuse('DELETE /api/conversation', 'not_found');
    await button('Delete: Chat 1').click();
    await button('Delete permanently').click();
    await seeGone(page.getByRole('dialog'));
    await expect.poll(() => onGone.mock.calls.length).toBe(1);
  });

  test.each([
    ['unavailable', 'Failed to delete. Refused: unavailable'],
    ['wrong_state', 'Failed to delete. A reply is still being written. Stop it first.'],
  ] as const)(
    'a refused deletion (%s) shows the reason and keeps the chat',
    async (code, words) => {
      refuse('DELETE /api/conversation', code);
      await button('Delete: Chat 1').click();
      await button('Delete permanently').click();
      await see(page.getByText(words, { exact: true }));
      await expect.element(button('Delete permanently')).toBeEnabled();
      await userEvent.keyboard('{Escape}');
      // The open dialog hides the rows.
      await expect.poll(() => rows().elements().length).toBe(2);
      expect(onGone).not.toHaveBeenCalled();
    },
  );
});
