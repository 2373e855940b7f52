/** Error bodies and blocks of the Gemini wire (facts/providers.md, "Error bodies seen"). */
import type { FailureKind } from './markers.ts';

export type GeminiError = {
  status: number;
  error: { code: number; message: string; status: string; details?: unknown[] };
};

function refused(
  code: number,
  status: string,
  message: string,
  details?: Record<string, unknown>[],
): GeminiError {
  return { status: code, error: { code, message, status, ...(details && { details }) } };
}

const type = (name: string) => `type.googleapis.com/google.rpc.${name}`;

export const invalidKey = refused(
  400,
  'INVALID_ARGUMENT',
  'API key not valid. Please pass a valid API key.',
  [
    {
      '@type': type('ErrorInfo'),
      reason: 'API_KEY_INVALID',
      domain: 'googleapis.com',
      metadata: { service: 'generativelanguage.googleapis.com' },
    },
  ],
);

export const modelNotFound = (model: string) =>
  refused(
    404,
    'NOT_FOUND',
    `models/${model} is not found for API version v1, or is not supported for generateContent. Call ListModels to see the list of available models and their supported methods.`,
  );

export const invalidArgument = (message: string) => refused(400, 'INVALID_ARGUMENT', message);

export const tooLarge = refused(413, 'INVALID_ARGUMENT', 'Request payload size exceeds the limit.');

export const unknownPath = (path: string) => refused(404, 'NOT_FOUND', `Not found: ${path}`);

export const unavailable = refused(
  503,
  'UNAVAILABLE',
  'The model is overloaded. Please try again later.',
);

export const internal = refused(
  500,
  'INTERNAL',
  'An internal error has occurred. Please retry or report in the forum.',
);

const byKind: Partial<Record<FailureKind, GeminiError>> = {
  per_minute: refused(
    429,
    'RESOURCE_EXHAUSTED',
    'You exceeded your current quota, please check your plan and billing details.',
    [
      {
        '@type': type('QuotaFailure'),
        violations: [{ quotaId: 'GenerateRequestsPerMinutePerProjectPerModel' }],
      },
      { '@type': type('RetryInfo'), retryDelay: '1s' },
    ],
  ),
  quota: refused(
    429,
    'RESOURCE_EXHAUSTED',
    'You exceeded your current quota, please check your plan and billing details.',
    [
      {
        '@type': type('QuotaFailure'),
        violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel' }],
      },
      { '@type': type('RetryInfo'), retryDelay: '31s' },
    ],
  ),
  credits: refused(
    402,
    'RESOURCE_EXHAUSTED',
    'Your prepayment credits are depleted. Please go to AI Studio to manage your project and billing.',
  ),
  billing: refused(
    403,
    'PERMISSION_DENIED',
    'This API method requires billing to be enabled. Please enable billing on project #1 by visiting https://console.developers.google.com/billing/enable?project=1 then retry.',
    [{ '@type': type('ErrorInfo'), reason: 'BILLING_DISABLED' }],
  ),
  inactive: refused(
    403,
    'PERMISSION_DENIED',
    "Permission denied: Consumer 'projects/1' has been suspended.",
    [{ '@type': type('ErrorInfo'), reason: 'CONSUMER_SUSPENDED' }],
  ),
  leaked: refused(
    403,
    'PERMISSION_DENIED',
    'Your API key was reported as leaked. Please use another API key.',
  ),
  long_wait: refused(
    429,
    'RESOURCE_EXHAUSTED',
    'You exceeded your current quota, please check your plan and billing details.',
    [
      {
        '@type': type('QuotaFailure'),
        violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel' }],
      },
      { '@type': type('RetryInfo'), retryDelay: '86400s' },
    ],
  ),
  access: refused(403, 'PERMISSION_DENIED', 'The caller does not have permission.'),
  key: invalidKey,
  region: refused(
    400,
    'FAILED_PRECONDITION',
    'User location is not supported for the API use without a billing account linked.',
  ),
  rate_limit: refused(
    429,
    'RESOURCE_EXHAUSTED',
    'Resource has been exhausted (e.g. check quota). Please retry in 1s.',
    [
      {
        '@type': type('QuotaFailure'),
        violations: [{ quotaId: 'GenerateRequestsPerMinutePerProjectPerModel', quotaValue: '10' }],
      },
      { '@type': type('RetryInfo'), retryDelay: '1s' },
    ],
  ),
  request: invalidArgument(
    'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
  ),
  server: unavailable,
  timeout: refused(
    504,
    'DEADLINE_EXCEEDED',
    'The service is unable to finish processing within the deadline.',
  ),
  midstream: internal,
};

/** Null for failures that are HTTP 200: blocks, empty answers, broken streams. */
export function toGeminiError(kind: FailureKind, model: string): GeminiError | null {
  return kind === 'model' ? modelNotFound(model) : (byKind[kind] ?? null);
}

/** A refusal with status 200: a reason without candidates, or a candidate without content. */
export type GeminiBlock = { blockReason: string } | { finishReason: string };

export function toGeminiBlock(kind: FailureKind, wants: 'text' | 'image'): GeminiBlock | null {
  const image = wants === 'image';
  switch (kind) {
    case 'safety':
      return image ? { finishReason: 'IMAGE_SAFETY' } : { blockReason: 'SAFETY' };
    case 'filtered':
      return { finishReason: image ? 'IMAGE_PROHIBITED_CONTENT' : 'SAFETY' };
    case 'refusal':
      return { blockReason: 'PROHIBITED_CONTENT' };
    case 'copyright':
      return { finishReason: image ? 'IMAGE_RECITATION' : 'RECITATION' };
    case 'length':
      return { finishReason: 'MAX_TOKENS' };
    case 'generic':
      return { finishReason: image ? 'NO_IMAGE' : 'OTHER' };
    default:
      return null;
  }
}
