/**
 * The one policy that scripts and HTML pass on their way into the page; the server's content security
 * policy lets nothing by it (`require-trusted-types-for`). React writes no HTML, so until a script of
 * somebody else's is let in that does, nothing can.
 */
interface TrustedTypes {
  createPolicy(name: string, rules: Record<string, (text: string) => string | null>): void;
}

const captcha = /^https:\/\/www\.(google|gstatic)\.com\/recaptcha\//;
const origins = new Set<string>();
let writesHtml = false;

/** A script of somebody else's, by its absolute address; its origin may load more of its own. */
export function letIn(scriptUrl: string, may: { writesHtml?: boolean } = {}): string {
  origins.add(new URL(scriptUrl).origin);
  writesHtml ||= may.writesHtml ?? false;
  return scriptUrl;
}

function passScript(url: string): string | null {
  const { href, origin } = new URL(url, location.href);
  // The sign-in SDK loads it by itself.
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
