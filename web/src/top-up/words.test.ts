import { expect, test } from 'vitest';
import { en } from '../i18n/en';

test('the promised words for payments stand to the letter (docs/product.md, Messages)', () => {
  expect(en.topUp).toMatchObject({
    minimum: 'Minimum ₹1',
    initiateFailed: 'Failed to initiate payment',
    verifyFailed: 'Payment verification failed',
    windowClosed: 'Payment window closed',
    failed: 'Payment failed',
    openFailed: 'Unable to open checkout',
    scriptFailed: expect.stringMatching(/^Failed to load/),
    failedBecause: 'Payment failed: {{reason}}',
    // The amount comes with its sign.
    succeeded: 'Payment successful! {{amount}} added to your wallet.',
  });
});
