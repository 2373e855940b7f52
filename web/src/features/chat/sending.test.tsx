// Confirmations before a message is sent, and messages that the server refuses.
import { repliesMax } from '@sachet/shared/chat/chat';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api } from '../../api/client';
import { expectAccess } from '../../testing/access';
import { askedMessages, box, openChat, questions, say } from '../../testing/chat-window';
import { answerCheckout, pressPay, walletDialog } from '../../testing/checkout';
import { someConversation } from '../../testing/conversations';
import { button, see, seeGone } from '../../testing/mount';
import { signIn } from '../../testing/people';
import { answer, failWith, refuse } from '../../testing/server';

beforeEach(() => void signIn());

describe('a paid block', () => {
  const opensBlock = () =>
    someConversation({ turnCount: 5, next: { block: 1, repliesLeft: 5, inr: 15 } });

  test('"Send · ₹15" sends the message with its price, without another question, asks no more while the reply is written, and shows the charge', async () => {
    // `GET /api/wallet` still answers with the earlier balance.
    signIn({ wallet: { available: 250 } });
    const chat = await openChat(opensBlock());
    await see(page.getByText('No replies left'));
    const asked = page.getByText('Next 5 replies: ₹15');
    await see(asked);
    await box().fill('A sixth one');
    await expectAccess('the price of a block');
    await button('Send · ₹15').click();
    await expect
      .poll(() => askedMessages())
      .toMatchObject([{ prompt: 'A sixth one', blockPrice: 15 }]);
    expect(page.getByRole('dialog').elements()).toHaveLength(1);
    chat.write('Here it is.');
    await seeGone(asked);
    chat.finish({ inr: 15 });
    await see(page.getByText('₹15 paid · ₹235.00 left'));
    await see(page.getByText('4 paid replies left'));
    expect(page.getByText(/₹15 paid/).elements()).toHaveLength(1);
  });

  test('a block that cannot be paid opens the wallet with the missing amount, and the message returns to the box', async () => {
    signIn({ wallet: { available: 10, walletBalance: 10 } });
    await openChat(opensBlock());
    refuse('POST /api/chat', 'insufficient_funds');
    await say('Two');
    const wallet = page.getByRole('dialog', { name: 'Wallet' });
    await see(wallet.getByText('Insufficient funds or budget exceeded.'));
    await see(wallet.getByText('₹5.00'));
    await userEvent.keyboard('{Escape}');
    await seeGone(wallet);
    await expect.element(box()).toHaveValue('Two');
    await see(page.getByRole('alert').getByText('Insufficient funds or budget exceeded.'));
    expect(questions().elements()).toHaveLength(1);
  });

  test("the user can use the gateway's sheet above the chat", async () => {
    const { sheet } = answerCheckout();
    signIn({ wallet: { available: 10, walletBalance: 10 } });
    await openChat(opensBlock());
    refuse('POST /api/chat', 'insufficient_funds');
    await say('Two');
    await pressPay();
    const { dismiss } = await sheet();
    // Placed on the page in the same way as the gateway's script does it.
    const field = Object.assign(document.createElement('input'), { ariaLabel: 'Card number' });
    field.style.cssText = 'position: fixed; inset: 0; z-index: 2147483647';
    document.body.append(field);
    await userEvent.type(page.getByLabelText('Card number'), '4111');
    expect(field.value).toBe('4111');
    field.remove();
    dismiss();
    await see(walletDialog.getByText('Payment window closed'));
  });

  test('a changed block price is shown on the button, the message is kept, and sending it again accepts it', async () => {
    await openChat(opensBlock());
    const dearer = opensBlock();
    answer('GET /api/conversation', { ...dearer, next: { ...dearer.next, inr: 20 } });
    refuse('POST /api/chat', 'wrong_state', 'blockPrice');
    await say('Two');
    await see(page.getByText('The next 5 replies now cost ₹20. Send again to accept.'));
    await expect.element(box()).toHaveValue('Two');
    await button('Send · ₹20').click();
    await expect.poll(() => askedMessages().map(({ blockPrice }) => blockPrice)).toEqual([15, 20]);
  });
});

describe('refused messages', () => {
  test.each([
    ['a chat that has moved on', 'wrong_state', {}, 'This chat was updated in another tab'],
    ['a chat that is full', 'wrong_state', { turnCount: repliesMax }, 'This chat is full.'],
    ['too many messages', 'rate_limited', {}, 'Refused: rate_limited'],
  ] as const)(
    'a message that is refused because of %s shows an error and returns to the box',
    async (_what, code, given, words) => {
      await openChat(someConversation(given));
      refuse('POST /api/chat', code);
      await say('Too much');
      await see(page.getByRole('alert').getByText(words));
      await expect.element(box()).toHaveValue('Too much');
      expect(questions().elements()).toHaveLength(1);
    },
  );

  test('the error of a message disappears when a later action succeeds', async () => {
    await openChat();
    refuse('POST /api/chat', 'rate_limited');
    await say('Too much');
    const words = page.getByRole('alert').getByText('Refused: rate_limited');
    await see(words);
    await api('POST /api/stop-chat', { body: { turnId: 'turn_1' } });
    await seeGone(words);
    await expect.element(box()).toHaveValue('Too much');
  });

  test("a message that fails with an unknown error shows the server's text and is not retried", async () => {
    await openChat();
    failWith('POST /api/chat', 503, { error: 'Chat rests until noon.', code: 'resting' });
    await say('Hello');
    await see(page.getByRole('alert').getByText('Chat rests until noon.', { exact: true }));
    await expect.element(box()).toHaveValue('Hello');
    expect(askedMessages()).toHaveLength(1);
  });

  test('a message that is too long is not sent and shows its length', async () => {
    // A refused message returns in front of the new text, so together they can exceed the limit.
    sessionStorage.setItem('sachet.chat-draft.con_1', 'x'.repeat(8001));
    await openChat();
    await see(page.getByText('Shorten the message to 8,000 characters.'));
    await see(page.getByText('8,001 of 8,000 characters'));
    await expect.element(box()).toHaveAttribute('aria-invalid', 'true');
    await box().click();
    await userEvent.keyboard('{Enter}');
    await expectAccess('a message that is too long');
    expect(askedMessages()).toEqual([]);
  });

  test('a message of spaces is not sent, and Shift+Enter sends nothing', async () => {
    await openChat();
    await say('   ');
    await box().fill('one');
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}two');
    await expect.element(box()).toHaveValue('one\ntwo');
    expect(askedMessages()).toEqual([]);
  });
});
