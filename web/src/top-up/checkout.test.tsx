// Adding money, from the press of the button to what is said at its end: in the dialog and on return.
import type { WalletSummary } from '@sachet/shared/contracts/wallet';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccess, expectToFit } from '../testing/access';
import { answerCheckout, someTopUp } from '../testing/checkout';
import { answerGenerations, somePicture, somePictureBought } from '../testing/generations';
import { see, seeGone, visit } from '../testing/mount';
import { signIn } from '../testing/people';
import {
  announce,
  answer,
  clientConfig,
  cutOff,
  keepBack,
  refuse,
  requestsTo,
} from '../testing/server';
import { saveOrder } from './orders';

const dialog = page.getByRole('dialog', { name: 'Wallet' });
const toast = (words: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(words);
const added200 = 'Payment successful! ₹200 added to your wallet.';
const button = (name: string) => dialog.getByRole('button', { name, exact: true });

const walletWith = (rupees: number, seq = 2): WalletSummary => ({
  walletId: 'wal_1',
  seq,
  walletBalance: rupees,
  held: 0,
  available: rupees,
  locked: 0,
  freeCancels: { left: 3, perDay: 3 },
});

async function openTheWallet(settings: { phone?: boolean; language?: 'hi' } = {}): Promise<void> {
  await visit('/about', settings);
  const banner = page.getByRole('banner');
  if (settings.language) await banner.getByRole('button').nth(-2).click();
  else await banner.getByRole('button', { name: 'Add funds' }).click();
}

async function pressPay(preset = '₹200'): Promise<void> {
  await button(preset).click();
  await button(`Pay ${preset}`).click();
}

async function seeNothingCharged(reason: string): Promise<void> {
  await see(toast(`Payment failed: ${reason}`));
  await see(dialog.getByText(reason, { exact: true }));
  await see(dialog.getByText('Nothing was charged.'));
  await expect.element(button('Pay ₹200')).toBeEnabled();
}

describe('a checkout that cannot begin', () => {
  test('for want of its script says so, and the next press tries again', async () => {
    signIn();
    const { sheets } = answerCheckout();
    answer('GET /api/config', clientConfig);
    await openTheWallet();
    await pressPay();
    await seeNothingCharged('Failed to load the payment checkout');
    await expectAccess('a checkout that could not be loaded');
    expect(sheets).toHaveLength(0);
    expect(document.querySelector('script[src*=checkout]')).toBeNull();
    await button('Pay ₹200').click();
    await expect.poll(() => requestsTo('POST /api/razorpay-order').length).toBe(2);
    await seeNothingCharged('Failed to load the payment checkout');
  });

  test('because its sheet breaks says so, and the next press opens it', async () => {
    signIn();
    answerCheckout({ isBroken: true });
    await openTheWallet();
    await pressPay();
    await seeNothingCharged('Unable to open checkout');
    const { sheet } = answerCheckout();
    await button('Pay ₹200').click();
    await sheet();
    await seeGone(dialog);
  });

  test('because no order could be made says so; pressed again it is the same order', async () => {
    signIn();
    answerCheckout();
    cutOff('POST /api/razorpay-order');
    await openTheWallet();
    await pressPay();
    await seeNothingCharged('Failed to initiate payment');
    const { sheet } = answerCheckout();
    await button('Pay ₹200').click();
    await sheet();
    const keys = requestsTo('POST /api/razorpay-order').map(({ headers }) =>
      headers.get('Idempotency-Key'),
    );
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  test('because it is refused says what the server said', async () => {
    signIn();
    answerCheckout();
    refuse('POST /api/razorpay-order', 'too_many_orders');
    await openTheWallet();
    await pressPay();
    await see(dialog.getByText('Nothing was charged.'));
    expect(dialog.getByText('Failed to initiate payment').query()).toBeNull();
  });

  test('is not opened for whoever has closed the dialog meanwhile', async () => {
    signIn();
    const { sheets } = answerCheckout();
    const release = keepBack('POST /api/razorpay-order');
    await openTheWallet();
    await pressPay();
    await see(button('Opening checkout…'));
    await expect.element(button('Opening checkout…')).toBeDisabled();
    await expect.element(dialog.getByLabelText('Amount in rupees')).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    await seeGone(dialog);
    release();
    await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull();
    expect(sheets).toHaveLength(0);
  });

  test('where the gateway is off: then there is no form', async () => {
    signIn();
    answer('GET /api/config', { ...clientConfig, razorpay: null });
    await openTheWallet();
    await see(dialog.getByText('Money cannot be added right now. Free tools stay open.'));
    expect(
      dialog.getByRole('spinbutton').query() ?? dialog.getByLabelText('Amount').query(),
    ).toBeNull();
  });
});

describe('a payment in the sheet', () => {
  beforeEach(() => {
    signIn();
  });

  test('is prefilled with its payer, verified, and told with what is there now', async () => {
    const { sheet } = answerCheckout();
    await openTheWallet();
    await pressPay();
    const { options, pay } = await sheet();
    expect(options).toMatchObject({
      key: 'rzp_test_key',
      amount: 200_00,
      currency: 'INR',
      name: 'Sachet Studio Private Limited',
      description: 'Wallet top-up',
      prefill: { name: 'Asha Verma', email: 'asha@people.test' },
      config: { display: { language: 'en' } },
    });
    expect(options.callback_url).toBeUndefined();
    expect(requestsTo('POST /api/razorpay-order')[0]?.body).toEqual({ amount: 200 });
    await seeGone(dialog);

    const release = keepBack('POST /api/razorpay-verify');
    answer('GET /api/wallet', walletWith(450));
    pay();
    await see(dialog.getByText('Verifying your payment…'));
    await see(dialog.getByText('A moment, please. Do not pay again.'));
    await expectAccess('a payment being verified');
    release();
    await see(dialog.getByText('₹200 added'));
    await see(dialog.getByText('₹450.00 available now'));
    await see(toast(added200));
    expect(toast(added200).elements()).toHaveLength(1);
    expect(requestsTo('POST /api/razorpay-verify')[0]?.body).toEqual({
      razorpay_order_id: options.order_id,
      razorpay_payment_id: 'pay_1',
      razorpay_signature: 'signed',
      amount: 200,
    });
    await expectAccess('money that was added');
    await button('Done').click();
    await seeGone(dialog);
    await see(page.getByRole('link', { name: 'Wallet, ₹450.00' }));
    await expect
      .element(page.getByRole('banner').getByRole('button', { name: 'Add funds' }))
      .toHaveFocus();
  });

  test('that the server does not believe fails; the money that comes later is told all the same', async () => {
    const { sheet, become } = answerCheckout();
    refuse('POST /api/razorpay-verify', 'invalid');
    await openTheWallet();
    await pressPay('₹500');
    (await sheet()).pay();
    await see(toast('Payment failed: Payment verification failed'));
    await see(dialog.getByText('Payment verification failed', { exact: true }));
    await see(dialog.getByText('If money has left your account'));
    expect(dialog.getByText('Nothing was charged.').query()).toBeNull();

    await become({ status: 'credited' });
    await see(dialog.getByText('₹500 added'));
    await see(toast('Payment successful! ₹500 added to your wallet.'));
  });

  test.each(['lost', 'rate_limited', 'unavailable'] as const)(
    'whose verification has no answer (%s) is being confirmed, and its end is told once',
    async (fault) => {
      const { sheet, become } = answerCheckout();
      if (fault === 'lost') cutOff('POST /api/razorpay-verify');
      else refuse('POST /api/razorpay-verify', fault);
      await openTheWallet();
      await pressPay('₹500');
      const { pay } = await sheet();
      await become({ status: 'confirming' });
      pay();
      await see(dialog.getByText('Confirming payment'));
      await see(dialog.getByText('Do not pay again.'));
      await become({ status: 'credited' });
      await see(dialog.getByText('₹500 added'));
      await see(toast('Payment successful! ₹500 added to your wallet.'));
      expect(page.getByText('Payment failed').query()).toBeNull();
    },
  );

  test('that is left unpaid says so, and the form is back as it was', async () => {
    const { sheet } = answerCheckout();
    await openTheWallet();
    await pressPay('₹1,000');
    (await sheet()).dismiss();
    await see(toast('Payment failed: Payment window closed'));
    await see(dialog.getByText('Payment window closed', { exact: true }));
    await expect.element(button('Pay ₹1,000')).toBeEnabled();
    await expect.element(button('₹1,000')).toHaveAttribute('aria-pressed', 'true');
  });

  test('that failed and is left says why, and can be paid after all with a new order', async () => {
    const { sheet, sheets } = answerCheckout();
    await openTheWallet();
    await pressPay();
    const first = await sheet();
    first.fail('Your bank declined it.');
    first.dismiss();
    await see(toast('Payment failed: Your bank declined it.'));
    await see(dialog.getByText('Your bank declined it.', { exact: true }));
    await expectAccess('a payment that failed');
    await button('Pay ₹200').click();
    await expect.poll(() => sheets.length).toBe(2);
    sheets[1]?.pay();
    await see(dialog.getByText('₹200 added'));
    expect(sheets[1]?.options.order_id).not.toBe(first.options.order_id);
  });

  test('that was paid before it was left is not said to have failed', async () => {
    const { sheet, become } = answerCheckout();
    await openTheWallet();
    await pressPay();
    const { dismiss } = await sheet();
    await become({ status: 'confirming' });
    dismiss();
    await see(dialog.getByText('Confirming payment'));
    expect(page.getByText('Payment failed').query()).toBeNull();
    await userEvent.keyboard('{Escape}');
    await page.getByRole('banner').getByRole('button', { name: 'Add funds' }).click();
    await see(dialog.getByText('Your payment of ₹200 is still being confirmed.'));
    await become({ status: 'credited' });
    await see(toast(added200));
    await seeGone(dialog.getByText('still being confirmed'));
  });

  test.each([
    [{ status: 'failed', reason: 'Card expired' }, 'Payment failed: Card expired', 'Try again'],
    [{ status: 'expired' }, 'Nobody paid in time', 'Try again'],
    [{ status: 'review' }, 'We are looking at this payment', 'Close'],
  ] as const)('that ends as %j says so, with the way on', async (end, words, way) => {
    const { sheet, become } = answerCheckout();
    cutOff('POST /api/razorpay-verify');
    await openTheWallet();
    await pressPay();
    const { pay } = await sheet();
    await become({ status: 'confirming' });
    pay();
    await see(dialog.getByText('Confirming payment'));
    await become(end);
    await see(dialog.getByText(words));
    await expectAccess(words);
    await see(button(way));
    if (end.status === 'review') await see(dialog.getByText('help@sachet.test'));
    else {
      await button(way).click();
      await see(button('Pay ₹200'));
    }
  });

  test('speaks Hindi on a phone, in the sheet and around it', async () => {
    const { sheet } = answerCheckout();
    await openTheWallet({ phone: true, language: 'hi' });
    const wallet = page.getByRole('dialog');
    await expectToFit('the wallet in Hindi');
    await wallet.getByRole('button', { name: '₹200', exact: true }).click();
    document.querySelector<HTMLButtonElement>('[role=dialog] button[type=submit]')?.click();
    const { options, pay } = await sheet();
    expect(options.config.display.language).toBe('hi');
    answer('GET /api/wallet', walletWith(450));
    pay();
    await see(wallet.getByText(/₹450\.00/));
    await expectToFit('money that was added, in Hindi');
    expect(wallet.element().textContent).not.toMatch(/added|available/i);
  });
});

describe('in an organization', () => {
  const team = { accountType: 'organization', organizationId: 'o', organizationName: 'Chai & Co.' };

  test.each([
    ['user', 'it becomes theirs, and stays theirs when you leave.'],
    ['admin', 'which the whole team pays from.'],
  ] as const)(
    'what a(n) %s pays is the organization’s, and the words say so',
    async (role, words) => {
      signIn({ profile: { ...team, accountType: 'organization', role } });
      const { sheet } = answerCheckout();
      await openTheWallet();
      await see(dialog.getByText('What you pay goes into the wallet of Chai & Co.'));
      await see(dialog.getByText(words));
      await pressPay();
      (await sheet()).pay();
      await see(toast("Payment successful! ₹200 added to your organization's wallet."));
    },
  );
});

describe('a picture that costs more than there is', () => {
  const picture = somePicture({ generationId: 'gen_wanted' });
  const path = '/?mode=image&results=gen_wanted';
  const goesOn = 'After the payment your unlock for ₹50 goes on by itself.';

  async function wantIt(): Promise<void> {
    signIn({ wallet: { available: 30, walletBalance: 30 } });
    answerGenerations([picture]);
    refuse('POST /api/unlock-image', 'insufficient_funds');
    await visit(path);
    await page.getByRole('button', { name: 'Unlock · ₹50' }).first().click();
    await see(dialog.getByText('Insufficient funds or budget exceeded.'));
    await expect
      .poll(() =>
        dialog
          .getByRole('definition')
          .elements()
          .map((each) => each.textContent),
      )
      .toEqual(['₹30.00', '₹50.00', '₹20.00']);
  }

  /** From now on there is money, and the unlock is done. */
  function bePaid(): void {
    answer('GET /api/wallet', walletWith(230));
    answer('POST /api/unlock-image', somePictureBought({ generationId: 'gen_wanted' }));
  }

  const unlocks = () => requestsTo('POST /api/unlock-image');

  test('is unlocked by itself once its buyer has paid, and the dialog is gone', async () => {
    const { sheet } = answerCheckout();
    await wantIt();
    await see(dialog.getByText(goesOn));
    await expectAccess('the amount for a picture');
    await pressPay();
    const { pay } = await sheet();
    bePaid();
    pay();
    await see(toast(added200));
    await seeGone(dialog);
    await expect.poll(() => unlocks().length).toBe(2);
    expect(unlocks()[1]?.body).toEqual(unlocks()[0]?.body);
    await see(page.getByText('₹50 paid'));
  });

  test('goes on too when its wallet is heard of while it is being read', async () => {
    const { sheet } = answerCheckout();
    await wantIt();
    await pressPay();
    const { pay } = await sheet();
    bePaid();
    const readings = () => requestsTo('GET /api/wallet').length;
    const before = readings();
    const releaseFirst = keepBack('GET /api/wallet');
    pay();
    await expect.poll(readings).toBeGreaterThan(before);
    const begun = readings();
    bePaid();
    const releaseSecond = keepBack('GET /api/wallet');
    await announce({ event: 'wallet', id: 'wal_1' });
    await expect.poll(readings).toBeGreaterThan(begun);
    bePaid();
    releaseFirst();
    await expect.poll(() => unlocks().length).toBe(2);
    releaseSecond();
    await see(page.getByText('₹50 paid'));
  });

  test('that is still too dear says what is missing, and asks for more', async () => {
    const { sheet } = answerCheckout();
    await wantIt();
    await dialog.getByLabelText('Amount in rupees').fill('5');
    await see(dialog.getByText('₹15.00 is still missing for what you want to keep.'));
    await button('Pay ₹5').click();
    const { pay } = await sheet();
    answer('GET /api/wallet', walletWith(35));
    pay();
    await see(dialog.getByText('₹5 added'));
    await see(dialog.getByText('₹15.00 is still missing for what you want to keep.'));
    await button('Add more').click();
    await see(button('Pay ₹5'));
    expect(unlocks()).toHaveLength(1);
  });

  test('is offered, and not bought, where the dialog was closed before the money came', async () => {
    const { sheet, become } = answerCheckout();
    cutOff('POST /api/razorpay-verify');
    await wantIt();
    await pressPay();
    const { pay } = await sheet();
    await become({ status: 'confirming' });
    pay();
    await see(dialog.getByText('Confirming payment'));
    await userEvent.keyboard('{Escape}');
    await seeGone(dialog);
    bePaid();
    await become({ status: 'credited' });
    await see(toast(added200));
    expect(unlocks()).toHaveLength(1);
    await page.getByRole('button', { name: 'Continue: unlock for ₹50' }).click();
    await expect.poll(() => unlocks().length).toBe(2);
  });

  describe("paid for on the gateway's own page", () => {
    afterEach(() => {
      Reflect.deleteProperty(navigator, 'userAgent');
    });

    test('in the browser of an app the gateway is told where to send its payer', async () => {
      const userAgent = 'Mozilla/5.0 (Linux; Android 15; wv) Chrome/142.0 Instagram 402.0';
      Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true });
      const { sheet } = answerCheckout();
      await wantIt();
      await pressPay();
      const { options } = await sheet();
      expect(options).toMatchObject({
        redirect: true,
        callback_url: 'https://sachet.test/api/razorpay-callback',
      });
      expect(options.handler).toBeUndefined();
    });

    /** As the page that opened the checkout had left it. */
    function leaveForTheGateway(isForPicture: boolean): void {
      history.replaceState(null, '', path);
      const { recipe } = picture;
      const unlock = { generationId: 'gen_wanted', recipe: recipe!, finalSize: 1024 as const };
      const resume = isForPicture ? { unlock, price: 50 } : null;
      saveOrder({ orderId: 'order_of_before', amount: 200, resume });
    }

    async function comeBack(): Promise<void> {
      await visit('/wallet?order=order_of_before');
    }

    beforeEach(() => {
      signIn({ wallet: { available: 230 } });
      answer('GET /api/statement', {
        rows: [],
        nextBefore: null,
        totals: { events: 0, in: 0, out: 0 },
        balance: 230,
        held: 0,
      });
    });

    test('it goes on by a button on return, and the address is clean', async () => {
      answerGenerations([picture]);
      answer('GET /api/top-up', someTopUp());
      leaveForTheGateway(true);
      await comeBack();
      await see(page.getByRole('main').getByText('₹200 added'));
      await see(toast(added200));
      await expect.poll(() => location.pathname + location.search).toBe('/wallet');
      await expectAccess('back from the gateway');
      expect(unlocks()).toHaveLength(0);
      bePaid();
      await page
        .getByRole('main')
        .getByRole('button', { name: 'Continue: unlock for ₹50' })
        .click();
      await see(page.getByText('₹50 paid'));
      const keys = unlocks().map(({ headers }) => headers.get('Idempotency-Key'));
      expect(new Set(keys).size).toBe(1);
      expect(unlocks()[0]?.body).toMatchObject({ generationId: 'gen_wanted', finalSize: 1024 });
    });

    test('money for nothing in particular leads back to where it began', async () => {
      answerGenerations([picture]);
      answer('GET /api/top-up', someTopUp());
      leaveForTheGateway(false);
      await comeBack();
      await page.getByRole('button', { name: 'Back to where you were' }).click();
      await expect.poll(() => location.pathname + location.search).toBe(path);
      expect(unlocks()).toHaveLength(0);
    });

    test('a payment that failed says why, and opens the wallet for another over the page where it began', async () => {
      answerGenerations([picture]);
      answer('GET /api/top-up', someTopUp({ status: 'failed', reason: 'Card expired' }));
      leaveForTheGateway(true);
      await comeBack();
      await see(page.getByRole('main').getByText('Payment failed: Card expired'));
      await expectAccess('back from a failure');
      await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
      await see(dialog.getByText(goesOn));
      await expect.poll(() => location.pathname + location.search).toBe(path);
    });

    test('an order of somebody else, or one that was made up, says nothing', async () => {
      refuse('GET /api/top-up', 'not_found');
      await comeBack();
      await see(page.getByText('Nothing has moved yet'));
      await expect.poll(() => location.search).toBe('');
      expect(page.getByText('Confirming payment').query()).toBeNull();
    });
  });
});
