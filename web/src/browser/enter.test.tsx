// The effect of Enter in a prompt box depends on whether the last pointer was a mouse or a finger.
import { describe, expect, test } from 'vitest';
import { cdp, page, userEvent, type Locator } from 'vitest/browser';
import { someConversation } from '../testing/conversations';
import { askedMessages, box, openChat } from '../testing/chat-window';
import { answerGenerations } from '../testing/generations';
import { see } from '../testing/mount';
import { signIn } from '../testing/people';
import { press, type Hand } from '../testing/pointer';
import { requestsTo } from '../testing/server';
import { visit } from '../testing/visit';

type Box = {
  open: () => Promise<Locator>;
  /** Whether the text was sent. */
  isSent: () => boolean;
};

const boxes: Record<string, Box> = {
  'of a chat': {
    async open() {
      signIn();
      await openChat(someConversation(), { phone: true });
      return box();
    },
    isSent: () => askedMessages().length > 0,
  },
  'of the home page': {
    async open() {
      await visit('/', { phone: true });
      return page.getByLabelText('What do you want to see?', { exact: true });
    },
    isSent: () => location.search.includes('mode=image'),
  },
  'of a tool': {
    async open() {
      signIn();
      answerGenerations([]);
      await visit('/?mode=image', { phone: true });
      return page.getByLabelText('Subject', { exact: true });
    },
    isSent: () => requestsTo('POST /api/generate').length > 0,
  },
};

async function touch(field: Locator, hand: Hand): Promise<void> {
  await see(field);
  // Again if the page moved between the measurement and the press.
  await expect
    .poll(async () => {
      field.element().scrollIntoView({ block: 'center' });
      const release = await press(field, hand);
      await release();
      return document.activeElement;
    })
    .toBe(field.element());
}

const hint = (field: Locator) => field.element().getAttribute('enterkeyhint');

describe.each(Object.entries(boxes))('the box %s', (_of, { open, isSent }) => {
  test('Enter starts a new line after a touch', async () => {
    const field = await open();
    await touch(field, 'finger');
    await expect.poll(() => hint(field)).toBe('enter');
    await userEvent.keyboard('one{Enter}two');
    await expect.element(field).toHaveValue('one\ntwo');
    expect(isSent()).toBe(false);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(isSent).toBe(true);
  });

  test('Enter sends the text with a mouse, and Shift+Enter starts a new line', async () => {
    const field = await open();
    await touch(field, 'mouse');
    await expect.poll(() => hint(field)).toBe('send');
    await userEvent.keyboard('one{Shift>}{Enter}{/Shift}two');
    await expect.element(field).toHaveValue('one\ntwo');
    expect(isSent()).toBe(false);
    await userEvent.keyboard('{Enter}');
    await expect.poll(isSent).toBe(true);
  });

  test('Enter that ends a word in an input method sends nothing', async () => {
    const field = await open();
    await touch(field, 'mouse');
    const input = cdp() as unknown as { send: (method: string, about: object) => Promise<unknown> };
    await input.send('Input.imeSetComposition', {
      text: 'चाय',
      selectionStart: 3,
      selectionEnd: 3,
    });
    for (const type of ['rawKeyDown', 'keyUp']) {
      await input.send('Input.dispatchKeyEvent', {
        type,
        key: 'Enter',
        code: 'Enter',
        windowsVirtualKeyCode: 229,
      });
    }
    await input.send('Input.insertText', { text: 'चाय' });
    await expect.element(field).toHaveValue('चाय');
    expect(isSent()).toBe(false);
    await userEvent.keyboard('{Enter}');
    await expect.poll(isSent).toBe(true);
  });
});
