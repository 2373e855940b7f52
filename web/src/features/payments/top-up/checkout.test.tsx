// Adding money, from the press of the pay button to the final message.
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccess, expectToFit } from '../../../testing/access';
import {
  added200,
  answerCheckout,
  pressPay,
  toast,
  walletButton,
  walletDialog,
  walletWith,
} from '../../../testing/checkout';
import { goBack, see, seeEntries, seeGone } from '../../../testing/mount';
import { signIn } from '../../../testing/people';
import {
  answer,
  clientConfig,
  cutOff,
  goOffline,
  keepBack,
  refuse,
  requestsTo,
  sentKeys,
} from '../../../testing/server';
import { visit } from '../../../testing/visit';

async function openTheWallet(settings: { phone?: boolean; language?: 'hi' } = {}): Promise<void> {
  await visit('/about', settings);
  const banner = page.getByRole('banner');
  if (settings.language) await banner.getByRole('button').nth(-2).click();
  else await banner.getByRole('button', { name: 'Add funds' }).click();
}

/** Opens the wallet and presses the pay button. Returns once the gateway's sheet is open. */
async function openSheet(preset?: string) {
  const served = answerCheckout();
  await openTheWallet();
  await pressPay(preset);
  return { ...served, ...(await served.sheet()) };
}

async function seeNothingCharged(reason: string): Promise<void> {
  await see(toast(`Payment failed: ${reason}`));
  await see(walletDialog.getByText(reason, { exact: true }));
  await see(walletDialog.getByText('You weren’t charged.'));
  await expect.element(walletButton('Pay ₹200')).toBeEnabled();
}

describe('a checkout that cannot begin', () => {
  test('a checkout whose script fails to load shows the error, and the next press tries again', async () => {
    signIn();
    const { sheets } = answerCheckout();
    answer('GET /api/config', clientConfig);
    await openTheWallet();
    await pressPay();
    await seeNothingCharged('Failed to load the payment checkout');
    await expectAccess('a checkout that could not be loaded');
    expect(sheets).toHaveLength(0);
    expect(document.querySelector('script[src*=checkout]')).toBeNull();
    await walletButton('Pay ₹200').click();
    await expect.poll(() => requestsTo('POST /api/razorpay-order').length).toBe(2);
    await seeNothingCharged('Failed to load the payment checkout');
  });

  test('a checkout whose sheet fails to open shows the error, and the next press opens the sheet', async () => {
    signIn();
    answerCheckout({ isBroken: true });
    await openTheWallet();
    await pressPay();
    await seeNothingCharged('Unable to open checkout');
    const { sheet } = answerCheckout();
    await walletButton('Pay ₹200').click();
    await sheet();
    await seeGone(walletDialog);
  });

  test('Pay without a connection says that nothing was sent', async () => {
    signIn();
    answerCheckout();
    await openTheWallet();
    goOffline();
    await pressPay();
    await seeNothingCharged('No connection. Nothing was sent.');
    expect(requestsTo('POST /api/razorpay-order')).toEqual([]);
  });

  test('a checkout whose order cannot be created shows the error, and the next press requests the same order', async () => {
    signIn();
    answerCheckout();
    cutOff('POST /api/razorpay-order');
    await openTheWallet();
    await pressPay();
    await seeNothingCharged('Failed to initiate payment');
    const { sheet } = answerCheckout();
    await walletButton('Pay ₹200').click();
    await sheet();
    const keys = sentKeys('POST /api/razorpay-order');
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  test("a checkout that the server refuses shows the server's text", async () => {
    signIn();
    answerCheckout();
    refuse('POST /api/razorpay-order', 'unavailable');
    await openTheWallet();
    await pressPay();
    await see(walletDialog.getByText('Refused: unavailable'));
    await see(walletDialog.getByText('You weren’t charged.'));
    expect(walletDialog.getByText('Failed to initiate payment').query()).toBeNull();
  });

  test("the gateway's sheet does not open if the user closed the wallet in the meantime", async () => {
    signIn();
    const { sheets } = answerCheckout();
    const release = keepBack('POST /api/razorpay-order');
    await openTheWallet();
    await pressPay();
    await see(walletButton('Opening checkout…'));
    await expect.element(walletButton('Opening checkout…')).toBeDisabled();
    await expect.element(walletDialog.getByLabelText('Amount in rupees')).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    await seeGone(walletDialog);
    release();
    await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull();
    expect(sheets).toHaveLength(0);
  });

  test('the wallet has no top-up form while the gateway is disabled', async () => {
    signIn();
    answer('GET /api/config', { ...clientConfig, razorpay: null });
    await openTheWallet();
    await see(
      walletDialog.getByText('Adding money is unavailable right now. Free tools still work.'),
    );
    expect(
      walletDialog.getByRole('spinbutton').query() ?? walletDialog.getByLabelText('Amount').query(),
    ).toBeNull();
  });
});

describe('a payment in the sheet', () => {
  beforeEach(() => {
    signIn();
  });

  test("the gateway's sheet is prefilled, and its payment is verified and shown with the new balance", async () => {
    const { options, pay } = await openSheet();
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
    await seeGone(walletDialog);

    const release = keepBack('POST /api/razorpay-verify');
    answer('GET /api/wallet', walletWith(450));
    pay();
    await see(walletDialog.getByText('Verifying your payment…'));
    await see(walletDialog.getByText('One moment. Don’t pay again.'));
    await expectAccess('a payment being verified');
    release();
    await see(walletDialog.getByText('₹450.00 available now'));
    await see(toast(added200));
    // The toast has said it.
    expect(walletDialog.getByText(/added/).query()).toBeNull();
    expect(toast(added200).elements()).toHaveLength(1);
    expect(requestsTo('POST /api/razorpay-verify')[0]?.body).toEqual({
      razorpay_order_id: options.order_id,
      razorpay_payment_id: 'pay_1',
      razorpay_signature: 'signed',
      amount: 200,
    });
    await expectAccess('money that was added');
    await walletButton('Done').click();
    await seeGone(walletDialog);
    await see(page.getByRole('link', { name: 'Wallet, ₹450.00' }));
    await expect
      .element(page.getByRole('banner').getByRole('button', { name: 'Add funds' }))
      .toHaveFocus();
  });

  test('the wallet shows the balance from the verification before the wallet is read again', async () => {
    signIn({ wallet: { walletBalance: 35, available: 35 } });
    const { pay } = await openSheet('₹200');
    const release = keepBack('GET /api/wallet');
    pay();
    await see(walletDialog.getByText('₹235.00 available now'));
    await expect
      .poll(() => document.querySelector('header a[href="/wallet"]')?.textContent)
      .toContain('₹235.00');
    expect(page.getByText('₹35.00').query()).toBeNull();
    release();
  });

  test('a payment that fails verification shows the failure, and the money is announced if it arrives later', async () => {
    const { become, pay } = await openSheet('₹500');
    refuse('POST /api/razorpay-verify', 'invalid');
    pay();
    await see(toast('Payment failed: Payment verification failed'));
    await see(walletDialog.getByText('Payment verification failed', { exact: true }));
    await see(walletDialog.getByText('If money left your account'));
    expect(walletDialog.getByText('You weren’t charged.').query()).toBeNull();

    await become({ status: 'credited' });
    await see(walletDialog.getByText(/available now/));
    await see(toast('Payment successful! ₹500 added to your wallet.'));
  });

  test.each(['lost', 'rate_limited'] as const)(
    'a payment whose verification has no answer (%s) is pending, and the client announces its end once',
    async (fault) => {
      const { become, pay } = await openSheet('₹500');
      if (fault === 'lost') cutOff('POST /api/razorpay-verify');
      else refuse('POST /api/razorpay-verify', fault);
      await become({ status: 'confirming' });
      pay();
      await see(walletDialog.getByText('Confirming payment'));
      await see(walletDialog.getByText('Don’t pay again.'));
      await become({ status: 'credited' });
      await see(walletDialog.getByText(/available now/));
      await see(toast('Payment successful! ₹500 added to your wallet.'));
      expect(page.getByText('Payment failed').query()).toBeNull();
    },
  );

  test("closing the gateway's sheet without paying shows a message and the form", async () => {
    (await openSheet('₹1,000')).dismiss();
    await see(toast('Payment failed: Payment window closed'));
    await see(walletDialog.getByText('Payment window closed', { exact: true }));
    // The client does not know whether the user paid before closing it.
    await see(walletDialog.getByText(/^If money left your account, we’ll add it here/));
    await expect.element(walletButton('Pay ₹1,000')).toBeEnabled();
    await expect.element(walletButton('₹1,000')).toHaveAttribute('aria-pressed', 'true');
  });

  test('a payment whose callback was lost is found when the sheet is closed, and shows one message', async () => {
    const { dismiss, payUnheard } = await openSheet();
    payUnheard();
    dismiss();
    await see(toast(added200));
    await see(walletDialog.getByText(/available now/));
    expect(page.getByText('Payment window closed').query()).toBeNull();
    expect(page.getByText('Payment failed').query()).toBeNull();
  });

  test('money that arrives after the failure was shown replaces its message', async () => {
    const { become, fail, dismiss } = await openSheet();
    fail('Your bank declined it.');
    dismiss();
    await see(toast('Payment failed: Your bank declined it.'));
    await become({ status: 'credited' });
    await see(toast(added200));
    await seeGone(toast('Payment failed'));
    await see(walletDialog.getByText(/available now/));
    expect(page.getByText('Your bank declined it.').query()).toBeNull();
  });

  test("Back asks before it closes the gateway's sheet", async () => {
    const ask = vi.spyOn(window, 'confirm').mockReturnValue(false);
    onTestFinished(() => ask.mockRestore());
    const { sheets, options } = await openSheet();
    expect(options.modal).toMatchObject({ handleback: false });
    await goBack(1);
    await expect.poll(() => ask.mock.calls.length).toBe(1);
    await seeEntries(1);
    expect(sheets[0]?.isClosed).toBe(false);
    expect(location.pathname).toBe('/about');

    ask.mockReturnValue(true);
    await goBack(1);
    await see(toast('Payment failed: Payment window closed'));
    expect(sheets[0]?.isClosed).toBe(true);
    await see(walletDialog.getByText('Payment window closed', { exact: true }));
    await goBack(1);
    await seeGone(walletDialog);
    expect(location.pathname).toBe('/about');
    await seeEntries(0);
  });

  test("closing the gateway's sheet after a failed attempt shows the reason and allows a new order", async () => {
    const { sheets, ...first } = await openSheet();
    first.fail('Your bank declined it.');
    first.dismiss();
    await see(toast('Payment failed: Your bank declined it.'));
    await see(walletDialog.getByText('Your bank declined it.', { exact: true }));
    await expectAccess('a payment that failed');
    await walletButton('Pay ₹200').click();
    await expect.poll(() => sheets.length).toBe(2);
    sheets[1]?.pay();
    await see(walletDialog.getByText(/available now/));
    expect(sheets[1]?.options.order_id).not.toBe(first.options.order_id);
  });

  test("a failed attempt is explained in the user's language, although the gateway writes English", async () => {
    const served = answerCheckout();
    await openTheWallet({ language: 'hi' });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: '₹500 जोड़ें' }).click();
    const sheet = await served.sheet();
    sheet.fail('Your bank declined it.', 'payment_failed');
    sheet.dismiss();
    await see(dialog.getByText('बैंक ने पेमेंट मंज़ूर नहीं किया।', { exact: false }));
    expect(page.getByText('Your bank declined it.', { exact: false }).query()).toBeNull();
  });

  test("closing the gateway's sheet after paying does not show a failure", async () => {
    const { become, dismiss } = await openSheet();
    await become({ status: 'confirming' });
    dismiss();
    await see(walletDialog.getByText('Confirming payment'));
    expect(page.getByText('Payment failed').query()).toBeNull();
    await userEvent.keyboard('{Escape}');
    await page.getByRole('banner').getByRole('button', { name: 'Add funds' }).click();
    await see(walletDialog.getByText('Your payment of ₹200 is still being confirmed.'));
    await become({ status: 'credited' });
    await see(toast(added200));
    await seeGone(walletDialog.getByText('still being confirmed'));
  });

  test.each([
    [{ status: 'failed', reason: 'Card expired' }, 'Payment failed: Card expired', 'Try again'],
    [{ status: 'expired' }, 'Payment timed out', 'Try again'],
    [{ status: 'review' }, 'We’re checking this payment', 'Close'],
  ] as const)(
    'a payment that ends as %j shows the result and the next step',
    async (end, words, way) => {
      const { become, pay } = await openSheet();
      cutOff('POST /api/razorpay-verify');
      await become({ status: 'confirming' });
      pay();
      await see(walletDialog.getByText('Confirming payment'));
      await become(end);
      await see(walletDialog.getByText(words));
      await expectAccess(words);
      await see(walletButton(way));
      if (end.status === 'review') await see(walletDialog.getByText('help@sachet.test'));
      else {
        await walletButton(way).click();
        await see(walletButton('Pay ₹200'));
      }
    },
  );

  test("the gateway's sheet and all messages are in Hindi on a phone in Hindi", async () => {
    const { sheet } = answerCheckout();
    await openTheWallet({ phone: true, language: 'hi' });
    const wallet = page.getByRole('dialog');
    await see(wallet.getByText('₹250.00'));
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

describe('a top-up in an organization', () => {
  const team = { accountType: 'organization', organizationId: 'o', organizationName: 'Chai & Co.' };

  test.each([
    ['user', 'It becomes theirs and stays there when you leave.'],
    ['admin', 'which the whole team uses.'],
  ] as const)(
    "a payment by the organization's %s goes to the organization’s wallet, and the texts say so",
    async (role, words) => {
      signIn({ profile: { ...team, accountType: 'organization', role } });
      const { sheet } = answerCheckout();
      await openTheWallet();
      await see(walletDialog.getByText('Your payment goes into the wallet of Chai & Co.'));
      await see(walletDialog.getByText(words));
      await pressPay();
      (await sheet()).pay();
      await see(toast("Payment successful! ₹200 added to your organization's wallet."));
    },
  );
});
