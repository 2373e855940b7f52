/** Maps errors to categories: one rule per line, the first match decides. */
import type { Provider } from '@sachet/shared/providers';
import { clean } from './clean.ts';
import type { ProviderFailure, Usage } from './provider.ts';
import { namesAccount, toRefusalCause } from './refusal-cause.ts';

export type Category = ProviderFailure['category'];

type BrokenBy = 'timeout' | 'connection' | 'unfinished' | 'redirected';

/** A failure as seen on the wire, before it is classified. */
export type FailureSignal =
  | { kind: 'cancelled' }
  /** The connection ended without an answer, or in the middle of the answer. */
  | { kind: 'broken'; how: BrokenBy; detail?: string }
  /** An answer of 200 without a result: a finish or block reason, or a refusal as text. */
  | {
      kind: 'empty';
      reason: string | null;
      detail?: string | null;
      /** The model's own words in place of a result. */
      said?: string | null;
      usage?: Usage | null;
      /** Whether there is a result that we cannot use, and that is billed. */
      isMade?: boolean;
    }
  /** An error body. `status` is null if the error came in the middle of a stream. */
  | {
      kind: 'error';
      status: number | null;
      code: string | null;
      type: string | null;
      message: string;
      /** The parameter that the error is about. */
      param?: string | null;
      /** The limits that Gemini names as exceeded. */
      quotaIds?: string[];
      retryAfterMs?: number | null;
    };

export type ErrorSignal = Extract<FailureSignal, { kind: 'error' }>;

export const toReasonCategory: Readonly<Record<string, Category>> = {
  content_filter: 'safety',
  refusal: 'safety',
  error: 'server',
  length: 'request',
  SAFETY: 'safety',
  PROHIBITED_CONTENT: 'safety',
  BLOCKLIST: 'safety',
  SPII: 'safety',
  IMAGE_SAFETY: 'safety',
  IMAGE_PROHIBITED_CONTENT: 'safety',
  JAILBREAK: 'safety',
  MODEL_ARMOR: 'safety',
  RECITATION: 'copyright',
  IMAGE_RECITATION: 'copyright',
  LANGUAGE: 'request',
  MAX_TOKENS: 'request',
};

const dailyQuota = /PerDay/i;
/** OpenAI names the limits of a day in the message. */
const dailyLimit = /per day|\b[RT]PD\b/i;
const accountQuota = /Billing|Spend|Prepay/i;

/** Codes of 429 that end when we ask less often. */
const busyCode = /^(rate_limit\w*|requests|tokens|slow_down|\w*overloaded)$/;

/** The parameters with the prompt, the earlier messages, and the pictures. */
const wordsParam = /^(prompt|messages|input|image|mask|contents|file)\b/;
const wordsCode =
  /^(context_length_exceeded|string_above_max_length|\w*too_(large|long|many_tokens)|invalid_(image|base64|file)\w*|image_\w+|unsupported_(image|file)\w*)$/;
const namesWords =
  /token count|context (length|window)|too (long|large|many tokens)|payload size|reduce the length|(input|your) (image|picture|photo|prompt|text|audio)|(image|audio) file/i;

/** Codes of errors in a stream, which have no HTTP status. */
const toStatus: Record<string, number> = {
  invalid_request_error: 400,
  authentication_error: 401,
  permission_error: 403,
  rate_limit_exceeded: 429,
  rate_limit_error: 429,
  RESOURCE_EXHAUSTED: 429,
  server_error: 500,
  server_is_overloaded: 503,
  UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504,
};

/** The provider of a failure, and how its errors are read. */
export interface Place {
  readonly provider: Provider;
  /** The category by the provider's own codes, before the status; null if they give none. */
  readonly categorize?: ((error: ErrorSignal) => Category | null) | undefined;
  /** Removed from every text, as everything that looks like a key. */
  readonly secrets?: readonly string[];
}

export function toCategory({ categorize }: Place, signal: FailureSignal): Category {
  switch (signal.kind) {
    case 'cancelled':
      return 'cancelled';
    case 'broken':
      // A base URL that redirects is our own mistake.
      return signal.how === 'redirected' ? 'access' : 'server';
    case 'empty':
      return toReasonCategory[signal.reason ?? ''] ?? 'generic';
    case 'error':
      return categorize?.(signal) ?? toStatusCategory(signal);
  }
}

/** A longer wait than this is lack of capacity, and not a busy moment. */
const busyMaxMs = 60_000;

export const isLongWait = (ms: number | null): ms is number => ms !== null && ms > busyMaxMs;

/** A failure that is neither a passing state nor caused by a person's words is ours to fix. */
function toStatusCategory(error: ErrorSignal): Category {
  const status = effectiveStatus(error);
  if (status === null) return namesAccount(error) ? 'access' : 'server';
  if ([408, 409, 425].includes(status) || status >= 500) return isLong(error) ? 'quota' : 'server';
  if (status === 429) return toLimitCategory(error);
  if (isAboutWords(error, status)) return 'request';
  return 'access';
}

/** A 429: too many requests, a limit that is used up for long, or an account that cannot pay. */
function toLimitCategory(error: ErrorSignal): Category {
  const { quotaIds = [], code, type } = error;
  if (quotaIds.some((id) => accountQuota.test(id))) return 'access';
  if (quotaIds.some((id) => dailyQuota.test(id))) return 'quota';
  const isBusy = quotaIds.length > 0 || [code, type].some((name) => busyCode.test(name ?? ''));
  if (!isBusy && namesAccount(error)) return 'access';
  return isLong(error) || dailyLimit.test(error.message) ? 'quota' : 'rate_limit';
}

const isLong = ({ retryAfterMs }: ErrorSignal): boolean => isLongWait(retryAfterMs ?? null);

function isAboutWords({ param, code, message }: ErrorSignal, status: number): boolean {
  if (status === 413) return true;
  if (status !== 400 && status !== 422) return false;
  return wordsParam.test(param ?? '') || wordsCode.test(code ?? '') || namesWords.test(message);
}

function effectiveStatus(error: ErrorSignal): number | null {
  return error.status ?? toStatus[error.code ?? ''] ?? toStatus[error.type ?? ''] ?? null;
}

const detailMaxCharacters = 300;
const codeMaxCharacters = 200;

export function toFailure(place: Place, signal: FailureSignal): ProviderFailure {
  const { provider, secrets = [] } = place;
  const category = toCategory(place, signal);
  const told = signal.kind === 'error' ? signal.message : 'detail' in signal ? signal.detail : null;
  const empty = signal.kind === 'empty' ? signal : null;
  return clean({
    category,
    provider,
    cause: toRefusalCause(category, signal),
    detail: told ? tidy(told, secrets) || null : null,
    said: empty?.said ? tidy(withoutMarks(empty.said), secrets) || null : null,
    status: signal.kind === 'error' ? signal.status : null,
    code: toCode(signal)?.slice(0, codeMaxCharacters) ?? null,
    type: (signal.kind === 'error' && signal.type?.slice(0, codeMaxCharacters)) || null,
    retryAfterMs: signal.kind === 'error' ? (signal.retryAfterMs ?? null) : null,
    usage: empty?.usage ?? null,
    mayBeMade: category === 'cancelled' || category === 'server' || empty?.isMade === true,
  });
}

/** Without characters that change how the text around them is shown. */
const withoutMarks = (text: string): string =>
  text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ');

const unreached =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPROTO|CERT_|certificate|\bSSL\b|\bTLS\b|connect timeout/i;

/** Whether the request was never sent, because the connection was not made. */
export function isUnreached({ code, detail }: ProviderFailure): boolean {
  return code === 'redirected' || (code === 'connection' && unreached.test(detail ?? ''));
}

/** Google's errors rarely have a code; their type, such as `RESOURCE_EXHAUSTED`, names them as precisely. */
function toCode(signal: FailureSignal): string | null {
  if (signal.kind === 'error') return signal.code ?? signal.type;
  if (signal.kind === 'empty') return signal.reason ?? 'empty';
  return signal.kind === 'broken' ? signal.how : null;
}

const looksLikeAKey =
  /\b(sk|rk|pk|org|proj|req)[-_][\w*.-]{6,}|\bAIza[\w-]{10,}|\b(bearer|key=)\s*[\w.~+/*-]{8,}=*/gi;

function tidy(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) if (secret) clean = clean.replaceAll(secret, '…');
  clean = clean.replace(looksLikeAKey, '…').replace(/\s+/g, ' ').trim();
  return clean.length > detailMaxCharacters ? `${clean.slice(0, detailMaxCharacters - 1)}…` : clean;
}
