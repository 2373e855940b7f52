import { expect, test } from 'vitest';
import { en } from '../../../i18n/en';

test('the promised texts for payments are unchanged (docs/product.md, Messages)', () => {
  expect(en.topUp).toMatchObject({
    minimum: 'Minimum ₹1',
    initiateFailed: 'Failed to initiate payment',
    verifyFailed: 'Payment verification failed',
    windowClosed: 'Payment window closed',
    failed: 'Payment failed',
    openFailed: 'Unable to open checkout',
    scriptFailed: expect.stringMatching(/^Failed to load/),
    failedBecause: 'Payment failed: {{reason}}',
    // `{{amount}}` already contains the currency sign.
    succeeded: 'Payment successful! {{amount}} added to your wallet.',
  });
});
