import type { ApiEnvironment } from '@sachet/shared/configuration/environment';
import { getCheckoutSources } from './content-security-policy.ts';

/** Features of the client: buttons that copy, and speech recognition. */
const clientFeatures = ['clipboard-write', 'microphone'];
/** Features of the payment sheet in its frame: the browser's wallets, and passwords by SMS. */
const checkoutFeatures = ['otp-credentials', 'payment'];
const disabledFeatures = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'midi',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

/** The Permissions-Policy header: which browser features the page and its frames may use. */
export function permissionsPolicy(settings: ApiEnvironment): string {
  const frames = getCheckoutSources(settings).frame.map((origin) => ` "${origin}"`);
  return [
    ...clientFeatures.map((feature) => `${feature}=(self)`),
    ...checkoutFeatures.map((feature) => `${feature}=(self${frames.join('')})`),
    ...disabledFeatures.map((feature) => `${feature}=()`),
  ].join(', ');
}
