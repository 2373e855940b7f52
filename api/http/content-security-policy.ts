import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HelmetOptions } from 'helmet';
import type { ApiEnvironment } from '@sachet/shared/configuration/environment';
import { getCheckoutScript } from '../payments/checkout-script.ts';
import { getEmulatorUrl } from '../site/stand-in-address.ts';

/** The payment sheet's script and frame, and the hosts that it calls. */
export function getCheckoutSources(settings: ApiEnvironment): {
  script: string[];
  frame: string[];
  hosts: string[];
} {
  const scriptUrl = getCheckoutScript(settings);
  if (!scriptUrl) return { script: [], frame: [], hosts: [] };
  const { origin } = new URL(scriptUrl);
  if (settings.RAZORPAY_BASE_URL) return { script: [origin], frame: [origin], hosts: [origin] };
  const api = 'https://api.razorpay.com';
  return { script: [origin], frame: [api], hosts: [api, 'https://lumberjack.razorpay.com'] };
}

/** The hash of the script in the client's pages, `web/first-paint.js`; read once, as a release changes with its process. */
function hashInlineScript(folder: string | undefined): string[] {
  const page = folder && join(folder, 'index.html');
  if (!page || !existsSync(page)) return [];
  const [, rest = ''] = readFileSync(page, 'utf8').split('<script>');
  const [script] = rest.split('</script>');
  return script ? [`'sha256-${createHash('sha256').update(script).digest('base64')}'`] : [];
}

/** The policy for what the client's pages may load, and which scripts may write HTML. */
export function contentSecurityPolicy(settings: ApiEnvironment) {
  const captcha = settings.FIREBASE_AUTH_EMULATOR_HOST ? [] : ['recaptcha', 'goog#html'];
  const sources = getSources(settings);
  return {
    useDefaults: false,
    directives: {
      ...sources,
      scriptSrc: [...sources.scriptSrc, ...hashInlineScript(settings.WEB_FOLDER)],
      // Code that writes HTML or loads a script must pass the client's only policy
      // (web/src/browser/trusted-types.ts), or the captcha's own.
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ['default', ...captcha],
    },
  } satisfies HelmetOptions['contentSecurityPolicy'];
}

/** The policy for third-party pages, which write HTML without our trusted-types policy. */
export function foreignContentSecurityPolicy(settings: ApiEnvironment) {
  return {
    useDefaults: false,
    directives: getSources(settings),
  } satisfies HelmetOptions['contentSecurityPolicy'];
}

/**
 * Sign-in calls Google's identity hosts, or the emulator; its captcha runs in a frame. Google's analytics tag
 * is allowed only if a measurement id is configured.
 */
function getSources(settings: ApiEnvironment) {
  const emulator = getEmulatorUrl(settings);
  const identity = emulator
    ? [emulator]
    : ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];
  const captcha = emulator
    ? []
    : ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'];
  const tag = 'https://www.googletagmanager.com';
  const analytics = settings.ANALYTICS_MEASUREMENT_ID
    ? {
        tag: [tag],
        hosts: [tag, 'https://*.google-analytics.com', 'https://*.analytics.google.com'],
      }
    : { tag: [], hosts: [] };
  const checkout = getCheckoutSources(settings);
  return {
    defaultSrc: ["'self'"],
    baseUri: ["'none'"],
    connectSrc: ["'self'", ...identity, ...captcha, ...analytics.hosts, ...checkout.hosts],
    fontSrc: ["'self'", 'data:'],
    formAction: ["'self'", ...checkout.frame],
    frameAncestors: ["'none'"],
    frameSrc: [
      ...captcha,
      ...checkout.frame,
      ...(captcha.length + checkout.frame.length === 0 ? ["'none'"] : []),
    ],
    imgSrc: ["'self'", 'data:', 'blob:', ...analytics.hosts],
    objectSrc: ["'none'"],
    scriptSrc: ["'self'", ...captcha, ...analytics.tag, ...checkout.script],
    scriptSrcAttr: ["'none'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    workerSrc: ["'self'"],
  };
}
