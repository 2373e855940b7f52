/**
 * The Trusted Types policy for scripts and HTML, which the server's content security policy enforces
 * (`require-trusted-types-for`). React writes no HTML, so HTML is allowed only once a third party's
 * script needs it.
 */
interface TrustedTypes {
  createPolicy(name: string, rules: Record<string, (text: string) => string | null>): void;
}

const captcha = /^https:\/\/www\.(google|gstatic)\.com\/recaptcha\//;
const origins = new Set<string>();
let writesHtml = false;

/** Allows a third-party script with its absolute URL, and all scripts of the same origin. Returns the URL. */
export function allowScript(scriptUrl: string, may: { writesHtml?: boolean } = {}): string {
  origins.add(new URL(scriptUrl).origin);
  writesHtml ||= may.writesHtml ?? false;
  return scriptUrl;
}

function passScript(url: string): string | null {
  const { href, origin } = new URL(url, location.href);
  // The sign-in SDK loads this captcha script and writes HTML.
  if (captcha.test(href)) {
    writesHtml = true;
    return url;
  }
  return origin === location.origin || origins.has(origin) ? url : null;
}

// Browsers without Trusted Types enforce nothing.
(globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('default', {
  createScriptURL: passScript,
  createHTML: (html) => (writesHtml ? html : null),
});
