import { openCounter, type Counter } from '@sachet/api/testing/payments';
import { impatient } from '@sachet/api/testing/stack';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openStudio, type Studio } from './studio.ts';
import { arrive } from './people.ts';
import { see, seeGone, seeInWallet } from './steps.ts';
import {
  beginToPay,
  bonus,
  credited,
  expectAccess,
  leaveTheDialog,
  movesOfTheNewest,
  openWallet,
  orderInTheSheet,
  payInTheSheet,
  seeToast,
} from './top-up-steps.ts';

let studio: Studio;
let counter: Counter;
beforeAll(async () => {
  studio = await openStudio({ ...impatient, TOP_UP_CHECK_AFTER_MS: '1000' });
  counter = openCounter(studio.stack.razorpayUrl);
});
afterAll(() => studio?.stop());
afterEach(() => studio.books.expectToBeSound());

const added500 = 'Payment successful! ₹500 added to your wallet.';

test('given a payment whose callback is lost, when its webhook is worked on later, then it is credited and told all the same', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    const dialog = await openWallet(page);
    // What the gateway tells is kept, and has to wait.
    await studio.stack.worker.kill();
    await beginToPay(page, '₹500');
    await counter.mark(await orderInTheSheet(page), 'callback:lost');
    await payInTheSheet(page);
    await see(dialog.getByText('Payment window closed'));
    await see(dialog.getByText('If money has left your account'));
    expect(await movesOfTheNewest(studio)).toEqual([bonus]);

    await studio.stack.worker.start();
    await seeToast(page, added500);
    await see(dialog.getByText('₹500 added'));
    await leaveTheDialog(page);
    await seeInWallet(page, '₹750.00');
    expect(await movesOfTheNewest(studio)).toEqual([bonus, credited(500_00, 750_00)]);
  }));

test('given a gateway that is slow, when the dialog is closed meanwhile, then the payer hears of the money later', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    const dialog = await openWallet(page);
    await beginToPay(page, '₹500');
    const order = await orderInTheSheet(page);
    await counter.mark(order, 'api:down=1000000 webhook:lost');
    await payInTheSheet(page);
    await see(dialog.getByText('Confirming payment'));
    await see(dialog.getByText('You can close this'));
    await expectAccess(page, 'confirming');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await seeGone(dialog);
    await openWallet(page);
    await see(dialog.getByText('Your payment of ₹500 is still being confirmed.'));
    expect(await movesOfTheNewest(studio)).toEqual([bonus]);

    await counter.mark(order, '');
    await seeToast(page, added500);
    await leaveTheDialog(page);
    await seeInWallet(page, '₹750.00');
    expect(await movesOfTheNewest(studio)).toEqual([bonus, credited(500_00, 750_00)]);
  }));
