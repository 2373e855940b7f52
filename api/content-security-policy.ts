import type { HelmetOptions } from 'helmet';
import type { ApiEnvironment } from '@sachet/shared/environment';

/**
 * Sign-in talks to Google's identity hosts, or to the emulator; its captcha runs in a frame.
 * Google's analytics tag is let in only where a measurement id is configured.
 */
export function contentSecurityPolicy(
  settings: ApiEnvironment,
): HelmetOptions['contentSecurityPolicy'] {
  const emulator = settings.FIREBASE_AUTH_EMULATOR_HOST;
  const identity = emulator
    ? [`http://${emulator}`]
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
  const frames = settings.FIREBASE_AUTH_DOMAIN ? [`https://${settings.FIREBASE_AUTH_DOMAIN}`] : [];
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      baseUri: ["'none'"],
      connectSrc: ["'self'", ...identity, ...captcha, ...analytics.hosts],
      fontSrc: ["'self'", 'data:'],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      frameSrc: [
        ...captcha,
        ...frames,
        ...(captcha.length + frames.length === 0 ? ["'none'"] : []),
      ],
      imgSrc: ["'self'", 'data:', 'blob:', ...analytics.hosts],
      objectSrc: ["'none'"],
      scriptSrc: ["'self'", ...captcha, ...analytics.tag],
      scriptSrcAttr: ["'none'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
    },
  };
}
