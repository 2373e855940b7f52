// Buying a picture after a top-up: in the dialog, and on return from the gateway.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccess } from '../../../testing/access';
import {
  added200,
  answerCheckout,
  pressPay,
  someTopUp,
  toast,
  walletButton,
  walletDialog,
  walletWith,
} from '../../../testing/checkout';
import {
  answerGenerations,
  answerUnlock,
  somePicture,
  somePictureBought,
} from '../../../testing/generations';
import { readTexts, see, seeGone } from '../../../testing/mount';
import { signIn } from '../../../testing/people';
import {
  announce,
  answer,
  cutOff,
  keepBack,
  refuse,
  requestsTo,
  sentKeys,
} from '../../../testing/server';
import { visit } from '../../../testing/visit';
import { saveOrder } from './orders';

const picture = somePicture({ generationId: 'gen_wanted' });
const path = '/?mode=image&results=gen_wanted';
const goesOn = 'We’ll complete your ₹50 unlock right after you pay.';

async function wantIt(): Promise<void> {
  signIn({ wallet: { available: 30, walletBalance: 30 } });
  answerGenerations([picture]);
  refuse('POST /api/unlock-image', 'insufficient_funds');
  await visit(path);
  await page.getByRole('button', { name: 'Unlock · ₹50' }).first().click();
  await see(walletDialog.getByText('Insufficient funds or budget exceeded.'));
  await expect
    .poll(() => readTexts(walletDialog.getByRole('definition')))
    .toEqual(['₹30.00', '₹50.00', '₹20.00']);
}

/** Presses the price of the locked picture, and returns once the gateway's sheet is open. */
async function openSheet() {
  const served = answerCheckout();
  await wantIt();
  await pressPay();
  return { ...served, ...(await served.sheet()) };
}

/** From this call on, the wallet has money and an unlock succeeds. */
function bePaid(): void {
  answer('GET /api/wallet', walletWith(230));
  answerUnlock(somePictureBought({ generationId: 'gen_wanted' }));
}

const unlocks = () => requestsTo('POST /api/unlock-image');

test('a picture is unlocked automatically after the payment, and the wallet dialog closes', async () => {
  const { sheet } = answerCheckout();
  await wantIt();
  await see(walletDialog.getByText(goesOn));
  await expectAccess('the amount for a picture');
  await pressPay();
  const { pay } = await sheet();
  bePaid();
  pay();
  await see(toast(added200));
  await seeGone(walletDialog);
  await expect.poll(() => unlocks().length).toBe(2);
  expect(unlocks()[1]?.body).toEqual(unlocks()[0]?.body);
  await see(page.getByText('₹50 paid'));
});

test('a picture is unlocked automatically even if the new balance arrives while the wallet is being read', async () => {
  const { pay } = await openSheet();
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

test('a picture that still costs too much shows the missing amount', async () => {
  const { sheet } = answerCheckout();
  await wantIt();
  await walletDialog.getByLabelText('Amount in rupees').fill('5');
  await see(walletDialog.getByText('You still need ₹15.00 for what you want to keep.'));
  await walletButton('Pay ₹5').click();
  const { pay } = await sheet();
  answer('GET /api/wallet', walletWith(35));
  pay();
  await see(walletDialog.getByText(/available now/));
  await see(walletDialog.getByText('You still need ₹15.00 for what you want to keep.'));
  await walletButton('Add more').click();
  await see(walletButton('Pay ₹5'));
  expect(unlocks()).toHaveLength(1);
});

test('a picture is offered and not bought if the wallet dialog was closed before the money arrived', async () => {
  const { become, pay } = await openSheet();
  cutOff('POST /api/razorpay-verify');
  await become({ status: 'confirming' });
  pay();
  await see(walletDialog.getByText('Confirming payment'));
  await userEvent.keyboard('{Escape}');
  await seeGone(walletDialog);
  bePaid();
  await become({ status: 'credited' });
  await see(toast(added200));
  expect(unlocks()).toHaveLength(1);
  await page.getByRole('button', { name: 'Continue: unlock for ₹50' }).click();
  await expect.poll(() => unlocks().length).toBe(2);
});

describe("a payment on the gateway's own page", () => {
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'userAgent');
  });

  test('a browser inside an app passes the gateway an address to return to', async () => {
    const userAgent = 'Mozilla/5.0 (Linux; Android 15; wv) Chrome/142.0 Instagram 402.0';
    Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true });
    const { options } = await openSheet();
    expect(options).toMatchObject({
      redirect: true,
      callback_url: 'https://sachet.test/api/razorpay-callback',
    });
    expect(options.handler).toBeUndefined();
  });

  /** Stores what the page stores before it opens the gateway's page. */
  function leaveForTheGateway(isForPicture: boolean): void {
    history.replaceState(null, '', path);
    const unlock = { recipe: picture.recipe!, finalSize: 1024 as const };
    const resume = isForPicture ? { unlock, price: 50 } : null;
    saveOrder({ orderId: 'order_of_before', amount: 200, resume });
  }

  async function comeBack(): Promise<void> {
    await visit('/wallet?order=order_of_before');
  }

  beforeEach(() => {
    signIn({ wallet: { available: 230 } });
    answer('GET /api/statement', {
      items: [],
      next: null,
      totals: { events: 0, in: 0, out: 0 },
      balance: 230,
      held: 0,
    });
  });

  test('after the return from the gateway, a button continues the purchase, and the address loses the order', async () => {
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
    await page.getByRole('main').getByRole('button', { name: 'Continue: unlock for ₹50' }).click();
    await see(page.getByText('₹50 paid'));
    const keys = sentKeys('POST /api/unlock-image');
    expect(new Set(keys).size).toBe(1);
    expect(unlocks()[0]?.body).toMatchObject({ recipe: picture.recipe, finalSize: 1024 });
  });

  test('a top-up without a purchase links back to the page where it began', async () => {
    answerGenerations([picture]);
    answer('GET /api/top-up', someTopUp());
    leaveForTheGateway(false);
    await comeBack();
    await page.getByRole('button', { name: 'Go back' }).click();
    await expect.poll(() => location.pathname + location.search).toBe(path);
    expect(unlocks()).toHaveLength(0);
  });

  test('a failed payment shows the reason and opens the wallet over the page where it began', async () => {
    answerGenerations([picture]);
    answer('GET /api/top-up', someTopUp({ status: 'failed', reason: 'Card expired' }));
    leaveForTheGateway(true);
    await comeBack();
    await see(page.getByRole('main').getByText('Payment failed: Card expired'));
    await expectAccess('back from a failure');
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
    await see(walletDialog.getByText(goesOn));
    await expect.poll(() => location.pathname + location.search).toBe(path);
  });

  test('the wallet page shows nothing about an order that is unknown or belongs to another user', async () => {
    refuse('GET /api/top-up', 'not_found');
    await comeBack();
    await see(page.getByText('No transactions yet'));
    await expect.poll(() => location.search).toBe('');
    await seeGone(page.getByText('Confirming payment'));
  });
});
