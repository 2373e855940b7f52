import { expect, test } from 'vitest';
import { isInAppBrowser } from './razorpay';

const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 8';
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  `${android}; wv) ${chrome} Instagram 402.0.0.0.1 Android`,
  `${android}; wv) ${chrome}`,
  `${android}) ${chrome} [FB_IAB/FB4A;FBAV/530.0.0.0;]`,
  `${iPhone} Mobile/15E148 Instagram 402.0.0.0 (iPhone16,2; iOS 18_6; en_IN)`,
  `${iPhone} Mobile/15E148`,
])('isInAppBrowser recognizes a browser inside an app: %s', (userAgent) => {
  expect(isInAppBrowser(userAgent)).toBe(true);
});

test.each([
  `${android}) ${chrome}`,
  `${iPhone} Version/18.6 Mobile/15E148 Safari/604.1`,
  `${iPhone} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`,
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
])('isInAppBrowser recognizes a standalone browser: %s', (userAgent) => {
  expect(isInAppBrowser(userAgent)).toBe(false);
});
