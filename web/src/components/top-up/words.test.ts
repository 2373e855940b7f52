import { expect, test } from 'vitest';
import { en } from '../../i18n/en';

test("the specification's words for payments stand to the letter (section 8)", () => {
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
