/** Maps errors to categories: one rule per line, the first match decides. */
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { clean } from './clean.ts';
import type { ProviderFailure, Usage } from './provider.ts';

export type Category = ProviderFailure['category'];

type BrokenBy = 'timeout' | 'connection' | 'unfinished' | 'redirected';

/** A failure as seen on the wire, before it is classified. */
export type FailureSignal =
  | { kind: 'cancelled' }
  /** The connection ended without an answer, or in the middle of the answer. */
  | { kind: 'broken'; how: BrokenBy; detail?: string }
  /** An answer of 200 without a result: a finish or block reason, or a refusal as text. */
  | { kind: 'empty'; reason: string | null; detail?: string | null; usage?: Usage | null }
  /** An error body. `status` is null if the error came in the middle of a stream. */
  | {
      kind: 'error';
      status: number | null;
      code: string | null;
      type: string | null;
      message: string;
      /** The limits that Gemini names as exceeded. */
      quotaIds?: string[];
      retryAfterMs?: number | null;
    };

type ErrorSignal = Extract<FailureSignal, { kind: 'error' }>;

const safetyCodes = ['moderation_blocked', 'content_policy_violation', 'content_filter'];

const toReasonCategory: Record<string, Category> = {
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

const namesCopyright = /copyright|likeness|similarity to third[- ]party/i;
const quotaCode =
  /^(insufficient_quota|credit_balance_exhausted|\w*_spend_limit_exceeded|\w*_usage_limit_exceeded)$/;
const namesBilling = /prepa(y|id)|credit|billing/i;
const dailyQuota = /PerDay|Billing|Spend|Prepay/i;

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

export function toCategory(provider: Provider, signal: FailureSignal): Category {
  switch (signal.kind) {
    case 'cancelled':
      return 'cancelled';
    case 'broken':
      // A base URL that redirects is our own mistake.
      return signal.how === 'redirected' ? 'access' : 'server';
    case 'empty':
      return toReasonCategory[signal.reason ?? ''] ?? 'generic';
    case 'error':
      return provider === 'google' ? toGoogleCategory(signal) : toOpenAiCategory(signal);
  }
}

function toOpenAiCategory(error: ErrorSignal): Category {
  const codes = [error.code, error.type].filter((code) => code !== null);
  if (codes.some((code) => safetyCodes.includes(code))) return 'safety';
  if (namesCopyright.test(error.message)) return 'copyright';
  if (codes.some((code) => quotaCode.test(code))) return 'quota';
  if (codes.includes('model_not_found') || /must be verified/i.test(error.message)) return 'access';
  return toStatusCategory(error);
}

function toGoogleCategory(error: ErrorSignal): Category {
  if (error.status === 499 || error.type === 'CANCELLED') return 'cancelled';
  const reason = toReasonCategory[error.code ?? ''];
  if (reason) return reason;
  const status = effectiveStatus(error);
  if (status === 429) return isUsedUp(error) ? 'quota' : 'rate_limit';
  if (error.code === 'API_KEY_INVALID' || error.type === 'FAILED_PRECONDITION') return 'access';
  const isMissing = status === 404 || error.type === 'NOT_FOUND';
  if (isMissing && /\bmodels?\b/i.test(error.message)) return 'access';
  return toStatusCategory(error);
}

/**
 * Whether a daily limit or an empty account is the cause. The ids of the limits decide, because the message
 * names plan and billing for every limit.
 */
function isUsedUp({ quotaIds = [], message, retryAfterMs }: ErrorSignal): boolean {
  if (quotaIds.length > 0) return quotaIds.some((id) => dailyQuota.test(id));
  const isAboutMoney = namesBilling.test(message.replace(/plan and billing/i, ''));
  return isAboutMoney || (namesBilling.test(message) && retryAfterMs == null);
}

function toStatusCategory(error: ErrorSignal): Category {
  const status = effectiveStatus(error);
  if (status === null) return 'generic';
  if (status === 402) return 'quota';
  if (status === 401 || status === 403) return 'access';
  if (status === 429) return 'rate_limit';
  if ([400, 404, 413, 422].includes(status)) return 'request';
  if (status === 408 || status === 409 || status >= 500) return 'server';
  return 'generic';
}

function effectiveStatus(error: ErrorSignal): number | null {
  return error.status ?? toStatus[error.code ?? ''] ?? toStatus[error.type ?? ''] ?? null;
}

const detailMaxCharacters = 300;
const codeMaxCharacters = 200;

/** Classifies a signal. Removes `secrets`, and everything that looks like a key, from every text. */
export function toFailure(
  provider: Provider,
  signal: FailureSignal,
  secrets: string[] = [],
): ProviderFailure {
  const category = toCategory(provider, signal);
  const said = signal.kind === 'error' ? signal.message : 'detail' in signal ? signal.detail : null;
  return clean({
    category,
    provider,
    detail: said ? tidy(said, secrets) || null : null,
    status: signal.kind === 'error' ? signal.status : null,
    code: toCode(signal)?.slice(0, codeMaxCharacters) ?? null,
    type: (signal.kind === 'error' && signal.type?.slice(0, codeMaxCharacters)) || null,
    retryAfterMs: signal.kind === 'error' ? (signal.retryAfterMs ?? null) : null,
    usage: signal.kind === 'empty' ? (signal.usage ?? null) : null,
  });
}

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

function tidy(text: string, secrets: string[]): string {
  let clean = text;
  for (const secret of secrets) if (secret) clean = clean.replaceAll(secret, '…');
  clean = clean.replace(looksLikeAKey, '…').replace(/\s+/g, ' ').trim();
  return clean.length > detailMaxCharacters ? `${clean.slice(0, detailMaxCharacters - 1)}…` : clean;
}
