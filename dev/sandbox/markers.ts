/**
 * Markers in a prompt make the stand-ins fail, so that every failure of the real services can be reproduced
 * by hand and in tests. They work only in the user's last message, are left out of pictures and texts, and
 * mean nothing to a real provider.
 *
 * | marker                  | OpenAI                                             | Gemini                                              | category   |
 * |-------------------------|----------------------------------------------------|-----------------------------------------------------|------------|
 * | `[[fail:safety]]`       | 400 `moderation_blocked` (text: `content_policy_violation`) | 200 `blockReason: SAFETY` (image: `finishReason: IMAGE_SAFETY`) | safety     |
 * | `[[fail:filtered]]`     | text stops with `content_filter`; image 400 `content_policy_violation` | text stops with `SAFETY`; image `IMAGE_PROHIBITED_CONTENT` | safety     |
 * | `[[fail:refusal]]`      | text is a `refusal`; image 400 `moderation_blocked` | 200 `blockReason: PROHIBITED_CONTENT`               | safety     |
 * | `[[fail:copyright]]`    | 400 that names copyright                           | 200 `RECITATION` (image: `IMAGE_RECITATION`)        | copyright  |
 * | `[[fail:quota]]`        | 429 for requests per day                           | 429 with a `QuotaFailure` of the day                | quota      |
 * | `[[fail:credits]]`      | 429 `credit_balance_exhausted`                     | 402 whose message names prepayment credits          | access     |
 * | `[[fail:access]]`       | 403 organization "must be verified"                | 403 `PERMISSION_DENIED`                             | access     |
 * | `[[fail:key]]`          | 401 `invalid_api_key`                              | 400 with reason `API_KEY_INVALID`                   | access     |
 * | `[[fail:model]]`        | 404 `model_not_found`                              | 404 `NOT_FOUND`                                     | access     |
 * | `[[fail:region]]`       | 403 `unsupported_country_region_territory`         | 400 `FAILED_PRECONDITION`                           | access     |
 * | `[[fail:rate_limit]]`   | 429 `rate_limit_exceeded`, `Retry-After: 1`        | 429 `RESOURCE_EXHAUSTED`, `retryDelay: 1s`          | rate_limit |
 * | `[[fail:request]]`      | 400 `invalid_value`                                | 400 for too many tokens                             | request    |
 * | `[[fail:length]]`       | text: `length`, no content; image as `request`     | `MAX_TOKENS`, no content                            | request    |
 * | `[[fail:server]]`       | 503 `server_is_overloaded`, `Retry-After: 1`       | 503 `UNAVAILABLE`                                   | server     |
 * | `[[fail:timeout]]`      | 408                                                | 504 `DEADLINE_EXCEEDED`                             | server     |
 * | `[[fail:midstream]]`    | a stream breaks with an error event; otherwise 500 | the same, `UNAVAILABLE`; otherwise 500 `INTERNAL`   | server     |
 * | `[[fail:truncated]]`    | a stream ends without a finish; otherwise the connection breaks | the same                               | server     |
 * | `[[fail:hang]]`         | never answers; ends with the client's connection   | the same                                            | server     |
 * | `[[fail:generic]]`      | 200 with nothing in it                             | `OTHER` (image: `NO_IMAGE`)                         | generic    |
 * | `[[fail:per_minute]]`   | as `rate_limit`                                    | 429 with a `QuotaFailure` of the minute that names billing | rate_limit |
 * | `[[fail:error_finish]]` | text stops with `error`                            | text stops with `MALFORMED_RESPONSE`                | server, generic |
 * | `[[fail:blank]]`        | a text of white space alone                        | the same                                            | generic    |
 * | `[[fail:cut]]`          | half a text, `length`                              | half a text, `MAX_TOKENS`                           |            |
 * | `[[fail:nul]]`          | a text with U+0000 in it                           | the same                                            |            |
 * | `[[fail:unreported]]`   | no usage                                           | the same                                            |            |
 * | `[[fail:odd_usage]]`    | 12.5 output tokens                                 | the same                                            |            |
 * | `[[fail:flat]]`         | a picture of one colour                            | the same                                            |            |
 * | `[[fail:clear]]`        | a picture that is transparent throughout           | the same                                            |            |
 * | `[[fail:tiny]]`         | a picture of 1×1                                   | the same                                            |            |
 * | `[[fail:no_picture]]`   | bytes that are not a picture                       | the same                                            |            |
 * | `[[fail:prefixed]]`     | a picture with a `data:` prefix, labelled as webp  | the same                                            |            |
 * | `[[fail:thoughts]]`     | a picture                                          | every picture is a thought                          |            |
 * | `[[fail:billing]]`      | 400 `billing_hard_limit_reached`                   | 403 `BILLING_DISABLED`                              | access     |
 * | `[[fail:inactive]]`     | 429 `billing_not_active`                           | 403 `CONSUMER_SUSPENDED`                            | access     |
 * | `[[fail:leaked]]`       | 401 for a key that was published                   | 403 for a leaked key                                | access     |
 * | `[[fail:long_wait]]`    | 429, `Retry-After: 86400`                          | 429, `retryDelay: 86400s`                           | quota      |
 * | `[[fail:parameter]]`    | 400 for `safety_identifier`, `reasoning_effort` and `quality` | 400 for the thinking level and the ratio |            |
 * | `[[fail:no_finish]]`    | a stream ends with `[DONE]` and no finish          | its last event has no line end                      |            |
 * | `[[fail:late_break]]`   | a stream breaks between finish and usage           | a stream ends with half a JSON object               |            |
 * | `[[fail:tool_calls]]`   | a whole text with the finish `tool_calls`          | a text                                              |            |
 * | `[[fail:zero_usage]]`   | the last usage has zeros                           | the same                                            |            |
 * | `[[fail:uncounted]]`    | usage without output tokens                        | usage without `candidatesTokenCount`                |            |
 * | `[[fail:cached]]`       | four fifths of the input are cached                | the same                                            |            |
 * | `[[fail:think]]`        | a text that begins with `<think>…</think>`         | the same                                            |            |
 * | `[[fail:url]]`          | a picture as the address of another host, no usage | a picture                                           | generic    |
 * | `[[fail:says]]`         | no picture                                         | words in place of a picture                         | generic    |
 * | `[[latency:1500]]`      | answers (or fails) 1,500 ms later, at most 60,000  | the same                                            |            |
 * | `[[slow:100]]`          | 100 ms between the chunks of a stream, at most 60,000 | the same                                         |            |
 * | `[[ideas:broken]]`      | ideas are cut off in the middle of their JSON      | the same                                            |            |
 * | `[[ideas:none]]`        | ideas are an empty list                            | the same                                            |            |
 * | `[[ideas:fenced]]`      | ideas are in a code fence                          | the same                                            |            |
 * | `[[moderate:violence]]` | `/v1/moderations` flags the text                   |                                                     |            |
 * | `[[moderate:401]]`      | `/v1/moderations` rejects our key                  |                                                     |            |
 *
 * A `fail` may be narrowed, in any order: `@google` (that provider only; any provider's id), `#premium` (premium
 * models only: so a preview succeeds and its unlock fails), `*2` (the first two requests of that prompt only:
 * a retry then succeeds). Example: `[[fail:server@google#premium*1]]`. `latency`, `slow` and `ideas` take
 * `@google` and so on too. If several `fail` apply, the first wins.
 *
 * The mail server has separate markers, in the address of a mail or in its subject. A number is how often it
 * refuses that address, or that subject to that address, before it accepts the mail.
 *
 * | in an address           | in a subject        | the mail server                                  |
 * |-------------------------|---------------------|--------------------------------------------------|
 * | `asha+mail-refuse@…`    | `[[mail:refuse]]`   | 550: never accepts the mail                      |
 * | `asha+mail-busy@…`      | `[[mail:busy]]`     | 451: asks to try again later, every time         |
 * | `asha+mail-busy-2@…`    | `[[mail:busy*2]]`   | 451 twice, then accepts the mail                 |
 */

const failureKinds = [
  'safety',
  'filtered',
  'refusal',
  'copyright',
  'quota',
  'credits',
  'access',
  'key',
  'model',
  'region',
  'rate_limit',
  'request',
  'length',
  'server',
  'timeout',
  'midstream',
  'truncated',
  'hang',
  'generic',
  'per_minute',
  'error_finish',
  'blank',
  'cut',
  'nul',
  'unreported',
  'odd_usage',
  'flat',
  'clear',
  'tiny',
  'no_picture',
  'prefixed',
  'thoughts',
  'billing',
  'inactive',
  'leaked',
  'long_wait',
  'parameter',
  'no_finish',
  'late_break',
  'tool_calls',
  'zero_usage',
  'uncounted',
  'cached',
  'think',
  'url',
  'says',
] as const;
export type FailureKind = (typeof failureKinds)[number];

/** The id of a provider, as markers have it after `@`. */
export type SandboxProvider = string;

export type FailMarker = {
  kind: FailureKind;
  provider: SandboxProvider | null;
  premiumOnly: boolean;
  /** How many requests fail before the prompt succeeds; null for all of them. */
  first: number | null;
};

export type Request = { prompt: string; provider: SandboxProvider; premium: boolean };

/** The failures and delays of a request. */
export type Behaviour = { failure: FailureKind | null; latencyMs: number; slowMs: number | null };

const failSyntax = /\[\[fail:([a-z_]+)((?:@[a-z]+|#premium|\*\d+)*)\]\]/g;
const delaySyntax = /\[\[(latency|slow):(\d+)(?:@([a-z]+))?\]\]/g;

const maxDelayMs = 60_000;

const ideasSyntax = /\[\[ideas:(broken|none|fenced)(?:@([a-z]+))?\]\]/g;
const moderateSyntax = /\[\[moderate:([a-z/-]+|401)\]\]/g;

/** The categories for which a text is flagged. */
export const flaggedIn = (text: string): string[] =>
  [...text.matchAll(moderateSyntax)].map(([, category = '']) => category);

function isFailureKind(word: string): word is FailureKind {
  return (failureKinds as readonly string[]).includes(word);
}

export function parseFailMarkers(prompt: string): FailMarker[] {
  return [...prompt.matchAll(failSyntax)].flatMap(([, kind = '', narrowed = '']) => {
    if (!isFailureKind(kind)) return [];
    const provider = /@([a-z]+)/.exec(narrowed)?.[1];
    const first = /\*(\d+)/.exec(narrowed)?.[1];
    return {
      kind,
      provider: provider ?? null,
      premiumOnly: narrowed.includes('#premium'),
      first: first === undefined ? null : Number(first),
    };
  });
}

/** The prompt without markers. */
export function withoutMarkers(prompt: string): string {
  return [failSyntax, delaySyntax, ideasSyntax, moderateSyntax]
    .reduce((rest, syntax) => rest.replace(syntax, ''), prompt)
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** The defect that the requested ideas have. */
export function parseIdeasFailure(
  prompt: string,
  provider: SandboxProvider,
): 'broken' | 'none' | 'fenced' | null {
  for (const [, fault, only] of prompt.matchAll(ideasSyntax)) {
    if (!only || only === provider) return fault as 'broken' | 'none' | 'fenced';
  }
  return null;
}

/** The only state: how often each counted marker has failed. The oldest entries are dropped. */
const failures = new Map<string, number>();
const maxRemembered = 1000;

function stillFails(first: number | null, key: string): boolean {
  if (first === null) return true;
  const failed = failures.get(key) ?? 0;
  if (failed >= first) return false;
  failures.delete(key);
  failures.set(key, failed + 1);
  if (failures.size > maxRemembered) {
    const oldest = failures.keys().next().value;
    if (oldest !== undefined) failures.delete(oldest);
  }
  return true;
}

const toKey = ({ kind }: FailMarker, { provider, premium, prompt }: Request) =>
  `${provider}:${premium}:${kind}:${prompt}`;

function getDelay(request: Request, name: 'latency' | 'slow'): number | null {
  for (const [, word, milliseconds, provider] of request.prompt.matchAll(delaySyntax)) {
    if (word !== name || (provider && provider !== request.provider)) continue;
    return Math.min(Number(milliseconds), maxDelayMs);
  }
  return null;
}

/** Counts the request, so it must be called once for each request. */
export function decideBehaviour(request: Request, usualLatencyMs: number): Behaviour {
  const marker = parseFailMarkers(request.prompt).find(
    ({ provider, premiumOnly }) =>
      (provider === null || provider === request.provider) && (!premiumOnly || request.premium),
  );
  return {
    failure: marker && stillFails(marker.first, toKey(marker, request)) ? marker.kind : null,
    latencyMs: getDelay(request, 'latency') ?? usualLatencyMs,
    slowMs: getDelay(request, 'slow'),
  };
}

export type MailBehaviour = 'take' | 'busy' | 'refuse';

/** Counts the attempt, so it must be called once for each attempt. */
export function mailBehaviourForAddress(address: string): MailBehaviour {
  const [, kind, first] = /\+mail-(refuse|busy)(?:-(\d+))?@/.exec(address) ?? [];
  return getMailBehaviour(kind, first, `mail:${address}`);
}

export function mailBehaviourForSubject(subject: string, to: string): MailBehaviour {
  const [, kind, first] = /\[\[mail:(refuse|busy)(?:\*(\d+))?\]\]/.exec(subject) ?? [];
  return getMailBehaviour(kind, first, `mail:${to}:${subject}`);
}

function getMailBehaviour(
  kind: string | undefined,
  first: string | undefined,
  key: string,
): MailBehaviour {
  if (kind !== 'refuse' && kind !== 'busy') return 'take';
  return stillFails(first === undefined ? null : Number(first), key) ? kind : 'take';
}
