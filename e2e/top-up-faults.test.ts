import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { arrive } from './people.ts';
import { letPass, see } from './steps.ts';
import { shareStudio, type Studio } from './studio.ts';
import {
  beginToPay,
  bonus,
  credited,
  movesOfTheNewest,
  openWallet,
  payInTheSheet,
  pressPay,
  seeToast,
} from './top-up-steps.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await shareStudio();
});
afterAll(() => studio?.stop());
afterEach(() => studio.books.expectToBeSound());

const script = '**/checkout.js';
const verify = '**/api/razorpay-verify';

test('given a checkout that cannot begin, then its payer hears why and that nothing was charged, and the next press tries again', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    const dialog = await openWallet(page);
    const expectNothingCharged = async (reason: string) => {
      await seeToast(page, `Payment failed: ${reason}`);
      await see(dialog.getByText(reason, { exact: true }));
      await see(dialog.getByText('Nothing was charged.'));
    };

    await page.route(script, (request) => request.abort());
    await beginToPay(page, '₹200');
    await expectNothingCharged('Failed to load the payment checkout');
    await letPass(page);

    const broken = 'window.Razorpay = class { constructor() { throw new Error("Not here"); } };';
    await page.route(script, (request) =>
      request.fulfill({ contentType: 'text/javascript', body: broken }),
    );
    await beginToPay(page, '₹200');
    await expectNothingCharged('Unable to open checkout');
    await letPass(page);

    await page.reload();
    await openWallet(page);
    await page.route('**/api/razorpay-order', (request) => request.abort());
    await pressPay(page, '₹200');
    await expectNothingCharged('Failed to initiate payment');
    await letPass(page);

    await beginToPay(page, '₹200');
    await payInTheSheet(page);
    await seeToast(page, 'Payment successful! ₹200 added to your wallet.');
    expect(await movesOfTheNewest(studio)).toEqual([bonus, credited(200_00, 450_00)]);
  }));

test('given a signature that is not the right one, then the verification fails, and the webhook brings the money', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    const dialog = await openWallet(page);
    await page.route(verify, (request) => {
      const sent = request.request().postDataJSON() as object;
      return request.continue({
        postData: JSON.stringify({ ...sent, razorpay_signature: 'f'.repeat(64) }),
      });
    });
    await beginToPay(page, '₹500');
    await studio.stack.worker.kill();
    await payInTheSheet(page);
    await seeToast(page, 'Payment failed: Payment verification failed');
    await see(dialog.getByText('Payment verification failed', { exact: true }));
    await see(dialog.getByText('If money has left your account'));
    expect(await movesOfTheNewest(studio)).toEqual([bonus]);

    await studio.stack.worker.start();
    await see(dialog.getByText('₹500 added'));
    expect(await movesOfTheNewest(studio)).toEqual([bonus, credited(500_00, 750_00)]);
  }));

test('given a verification whose answer is lost, then the payment is being confirmed, and its end is told', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    const dialog = await openWallet(page);
    await page.route(verify, (request) => request.abort());
    await beginToPay(page, '₹500');
    await studio.stack.worker.kill();
    await payInTheSheet(page);
    await see(dialog.getByText('Confirming payment'));
    expect(await movesOfTheNewest(studio)).toEqual([bonus]);
    await studio.stack.worker.start();
    await see(dialog.getByText('₹500 added'));
    await seeToast(page, 'Payment successful! ₹500 added to your wallet.');
    expect(await movesOfTheNewest(studio)).toEqual([bonus, credited(500_00, 750_00)]);
  }));
