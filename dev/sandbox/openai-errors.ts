/** Error bodies of the OpenAI wire (facts/providers.md, "Error bodies seen"). */
import type { FailureKind } from './markers.ts';

export type OpenAiError = {
  status: number;
  headers?: Record<string, string>;
  error: { message: string; type: string; param: string | null; code: string | null };
};

function refused(
  status: number,
  type: string,
  code: string | null,
  message: string,
  more: { param?: string; headers?: Record<string, string> } = {},
): OpenAiError {
  return {
    status,
    headers: more.headers,
    error: { message, type, param: more.param ?? null, code },
  };
}

export const missingKey = refused(
  401,
  'invalid_request_error',
  null,
  "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
);

export const modelNotFound = (model: string) =>
  refused(
    404,
    'invalid_request_error',
    'model_not_found',
    `The model \`${model}\` does not exist or you do not have access to it.`,
  );

export const invalidValue = (param: string, message: string) =>
  refused(400, 'invalid_request_error', 'invalid_value', message, { param });

export const unsupportedParameter = (param: string) =>
  refused(
    400,
    'invalid_request_error',
    'unsupported_parameter',
    `Unsupported parameter: '${param}' is not supported with this model.`,
    { param },
  );

export const tooLarge = refused(
  413,
  'invalid_request_error',
  null,
  'Request body is larger than this server allows.',
);

export const unknownUrl = (method: string, path: string) =>
  refused(404, 'invalid_request_error', 'unknown_url', `Unknown request URL: ${method} ${path}.`);

export const serverError = refused(
  500,
  'server_error',
  null,
  'The server had an error while processing your request. Sorry about that!',
);

const moderation = refused(
  400,
  'image_generation_user_error',
  'moderation_blocked',
  'Your request was rejected by the safety system. If you believe this is an error, contact us and include the request ID. safety_violations=[violence].',
);

const policy = refused(
  400,
  'invalid_request_error',
  'content_policy_violation',
  'Your request was rejected as a result of our safety system. Your prompt may contain text that is not allowed by our safety system.',
);

const byKind: Partial<Record<FailureKind, OpenAiError>> = {
  copyright: refused(
    400,
    'image_generation_user_error',
    null,
    "This request may reproduce copyrighted material or a third party's likeness and cannot be completed.",
  ),
  quota: refused(
    429,
    'requests',
    'rate_limit_exceeded',
    'Rate limit reached on requests per day (RPD): Limit 200, Used 200, Requested 1.',
  ),
  credits: refused(
    429,
    'insufficient_quota',
    'credit_balance_exhausted',
    'Your credit balance is exhausted. Add credits to continue.',
  ),
  access: refused(
    403,
    'invalid_request_error',
    null,
    'Your organization must be verified to use this model. Please go to organization settings and click on Verify Organization.',
  ),
  key: refused(401, 'invalid_request_error', 'invalid_api_key', 'Incorrect API key provided.'),
  billing: refused(
    400,
    'billing_limit_user_error',
    'billing_hard_limit_reached',
    'Billing hard limit has been reached.',
  ),
  inactive: refused(
    429,
    'billing_not_active',
    'billing_not_active',
    'Your account is not active, please check your billing details on our website.',
  ),
  leaked: refused(
    401,
    'invalid_request_error',
    'invalid_api_key',
    'This API key was found to be publicly exposed and has been disabled. Create a new one at https://platform.openai.com/api-keys.',
  ),
  long_wait: refused(
    429,
    'requests',
    'rate_limit_exceeded',
    'Rate limit reached on requests per day (RPD): Limit 200, Used 200, Requested 1.',
    { headers: { 'retry-after': '86400' } },
  ),
  region: refused(
    403,
    'request_forbidden',
    'unsupported_country_region_territory',
    'Country, region, or territory not supported',
  ),
  rate_limit: refused(
    429,
    'requests',
    'rate_limit_exceeded',
    'Rate limit reached on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in 1s.',
    { headers: { 'retry-after': '1' } },
  ),
  request: invalidValue('prompt', "Invalid value for 'prompt'."),
  server: refused(
    503,
    'server_error',
    'server_is_overloaded',
    'Our servers are currently overloaded. Please try again later.',
    { headers: { 'retry-after': '1' } },
  ),
  timeout: refused(408, 'server_error', null, 'The request timed out.'),
  midstream: serverError,
};

/** Null for failures without an error body: empty answers, broken streams, finish reasons. */
export function toOpenAiError(
  kind: FailureKind,
  wants: 'text' | 'image',
  model: string,
): OpenAiError | null {
  if (kind === 'model') return modelNotFound(model);
  if (kind === 'safety') return wants === 'image' ? moderation : policy;
  if (wants === 'image' && kind === 'filtered') return policy;
  if (wants === 'image' && kind === 'refusal') return moderation;
  if (wants === 'image' && kind === 'length') return byKind.request ?? null;
  if (kind === 'per_minute') return byKind.rate_limit ?? null;
  return byKind[kind] ?? null;
}
