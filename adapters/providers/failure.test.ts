import { describe, expect, it } from 'vitest';
import { failureText, toFailureText } from '@sachet/shared/studio/failure';
import { toCategory, toFailure, type Category, type FailureSignal, type Place } from './failure.ts';
import { categorizeGeminiError } from './gemini-error.ts';
import { categorizeOpenAiError } from './openai-error.ts';
import { ourFailure, storedFailure } from './stored-failure.ts';

const ofOpenAi: Place = { provider: 'openai', categorize: categorizeOpenAiError };
const ofGoogle: Place = { provider: 'google', categorize: categorizeGeminiError };

type Row = [category: Category, name: string, signal: FailureSignal];

function error(
  status: number | null,
  rest: Partial<Record<'code' | 'type' | 'message' | 'param', string>>,
) {
  return { kind: 'error', status, code: null, type: null, message: '', ...rest } as FailureSignal;
}

function empty(reason: string | null): FailureSignal {
  return { kind: 'empty', reason };
}

const shared: Row[] = [
  ['cancelled', "the user's own abort", { kind: 'cancelled' }],
  ['access', '401', error(401, {})],
  ['access', '403', error(403, {})],
  ['rate_limit', 'any other 429', error(429, { message: 'Slow down.' })],
  ['access', '400 that names nothing', error(400, {})],
  ['access', '404', error(404, {})],
  ['access', '422 that names nothing', error(422, {})],
  ['access', 'unknown status', error(418, {})],
  ['request', '400 about the prompt', error(400, { param: 'prompt' })],
  ['request', '400 about too long a text', error(400, { code: 'context_length_exceeded' })],
  ['request', '413', error(413, {})],
  ['server', '408', error(408, {})],
  ['server', '409', error(409, {})],
  ['server', '500', error(500, {})],
  ['server', '529', error(529, {})],
  ['server', 'timeout', { kind: 'broken', how: 'timeout' }],
  ['server', 'no connection', { kind: 'broken', how: 'connection' }],
  ['server', 'end of stream without a finish', { kind: 'broken', how: 'unfinished' }],
  ['generic', 'empty parts', empty(null)],
  ['generic', 'unknown reason', empty('SOMETHING_NEW')],
  ['server', 'no status and nothing known', error(null, { message: 'Hm.' })],
];

const openai: Row[] = [
  [
    'safety',
    'moderation_blocked',
    error(400, { code: 'moderation_blocked', type: 'image_generation_user_error' }),
  ],
  [
    'safety',
    'moderation_blocked that names copyright',
    error(400, { code: 'moderation_blocked', message: 'copyright, safety_violations=[x]' }),
  ],
  ['safety', 'content_policy_violation', error(400, { code: 'content_policy_violation' })],
  ['safety', 'finish content_filter', empty('content_filter')],
  ['safety', 'a refusal', empty('refusal')],
  ['copyright', 'names copyright', error(400, { message: 'It is under Copyright.' })],
  [
    'copyright',
    "a third party's likeness",
    error(400, { message: "It shows a third party's likeness." }),
  ],
  [
    'copyright',
    'similarity to third-party content',
    error(400, { message: 'guardrails around similarity to third-party content' }),
  ],
  [
    'access',
    'insufficient_quota, code',
    error(429, { code: 'insufficient_quota', type: 'insufficient_quota' }),
  ],
  [
    'access',
    'insufficient_quota, type only',
    error(429, { type: 'insufficient_quota', code: 'other' }),
  ],
  ['access', 'credit_balance_exhausted', error(429, { code: 'credit_balance_exhausted' })],
  [
    'access',
    '*_spend_limit_exceeded',
    error(429, { code: 'organization_monthly_spend_limit_exceeded' }),
  ],
  ['access', '*_usage_limit_exceeded', error(403, { code: 'project_usage_limit_exceeded' })],
  ['access', 'in mid-stream, without a status', error(null, { code: 'insufficient_quota' })],
  ['access', 'invalid_api_key', error(401, { code: 'invalid_api_key' })],
  ['access', 'model_not_found', error(404, { code: 'model_not_found' })],
  [
    'access',
    'must be verified',
    error(400, { message: 'Your organization must be verified to use this model.' }),
  ],
  [
    'rate_limit',
    'rate_limit_exceeded',
    error(429, { code: 'rate_limit_exceeded', message: 'Check your billing.' }),
  ],
  ['rate_limit', 'rate_limit_exceeded mid-stream', error(null, { code: 'rate_limit_exceeded' })],
  ['request', 'length with no content', empty('length')],
  ['server', 'server_is_overloaded', error(503, { code: 'server_is_overloaded' })],
  ['server', 'server_error mid-stream', error(null, { type: 'server_error' })],
];

const google: Row[] = [
  ['cancelled', '499', error(499, { type: 'CANCELLED' })],
  ...[
    'SAFETY',
    'PROHIBITED_CONTENT',
    'BLOCKLIST',
    'SPII',
    'IMAGE_SAFETY',
    'IMAGE_PROHIBITED_CONTENT',
    'JAILBREAK',
    'MODEL_ARMOR',
  ].map((reason): Row => ['safety', reason, empty(reason)]),
  ['copyright', 'RECITATION', empty('RECITATION')],
  ['copyright', 'IMAGE_RECITATION', empty('IMAGE_RECITATION')],
  ['access', '402', error(402, {})],
  ['access', '429 that names prepay', error(429, { message: 'Your prepayment is used up.' })],
  ['access', '429 that names credit', error(429, { message: 'No credits left.' })],
  ['access', '429 that names billing', error(429, { message: 'Check your plan and billing.' })],
  ['access', 'API_KEY_INVALID', error(400, { code: 'API_KEY_INVALID', type: 'INVALID_ARGUMENT' })],
  ['access', 'FAILED_PRECONDITION', error(400, { type: 'FAILED_PRECONDITION' })],
  [
    'access',
    "a model's NOT_FOUND",
    error(404, { type: 'NOT_FOUND', message: 'models/x is not found' }),
  ],
  ['access', 'another NOT_FOUND', error(404, { type: 'NOT_FOUND', message: 'File x.' })],
  ['rate_limit', 'RESOURCE_EXHAUSTED', error(429, { type: 'RESOURCE_EXHAUSTED', message: 'RPM' })],
  ['access', 'INVALID_ARGUMENT', error(400, { type: 'INVALID_ARGUMENT' })],
  ['request', 'LANGUAGE', empty('LANGUAGE')],
  ['request', 'MAX_TOKENS with no content', empty('MAX_TOKENS')],
  ['server', 'UNAVAILABLE', error(503, { type: 'UNAVAILABLE' })],
  ['server', 'DEADLINE_EXCEEDED', error(504, { type: 'DEADLINE_EXCEEDED' })],
  ['generic', 'NO_IMAGE', empty('NO_IMAGE')],
  ['generic', 'IMAGE_OTHER', empty('IMAGE_OTHER')],
  ['generic', 'OTHER', empty('OTHER')],
];

describe('the category of an error', () => {
  it.each([...shared, ...openai])(
    'an OpenAI error has the category %s for %s',
    (category, _name, signal) => {
      expect(toCategory(ofOpenAi, signal)).toBe(category);
    },
  );

  it.each([...shared, ...google])(
    'a Google error has the category %s for %s',
    (category, _name, signal) => {
      expect(toCategory(ofGoogle, signal)).toBe(category);
    },
  );
});

describe('the message for admins', () => {
  it('an admin reads the provider’s own words, cut at 300 characters', () => {
    const failure = toFailure(ofOpenAi, error(400, { message: `Too long. ${'x'.repeat(900)}` }));
    expect(failure.detail).toMatch(/^Too long\. x+…$/);
    expect(failure.detail).toHaveLength(300);
  });

  it.each([
    'Bad request with sk-proj-abcdef123456 inside',
    'Bad request with AIzaSyA1234567890abcdef inside',
    'Bad request with Bearer abcdef123456 inside',
    'Bad request with https://x.test/?key=abcdef123456 inside',
    'Bad request with local-secret inside',
  ])('an admin reads no key in the message %s', (message) => {
    const { detail } = toFailure(
      { ...ofGoogle, secrets: ['local-secret'] },
      error(400, { message }),
    );
    expect(detail).toMatch(/^Bad request with .*inside$/);
    expect(detail).not.toMatch(/abcdef|local-secret/);
  });

  it('an admin reads null if the provider sent no words', () => {
    const failure = toFailure(ofGoogle, empty('IMAGE_SAFETY'));
    expect(failure).toMatchObject({ code: 'IMAGE_SAFETY', detail: null });
  });
});

describe('the message for users', () => {
  const secrets: FailureSignal[] = [
    error(400, { message: 'connect ECONNREFUSED 10.0.0.7:8443' }),
    error(429, { code: 'insufficient_quota', message: 'You are out of money.' }),
    error(401, { message: 'Incorrect API key provided.' }),
    { kind: 'broken', how: 'connection', detail: 'connect ECONNREFUSED 10.0.0.7:8443' },
  ];

  it.each(secrets)(
    "a user reads our text of the category and never the provider's: %j",
    (signal) => {
      const stored = storedFailure(toFailure(ofOpenAi, signal));
      expect(toFailureText(stored)).toBe(failureText[stored.category]);
      expect(JSON.stringify(stored)).not.toMatch(/10\.0\.0\.7|money|API key/);
    },
  );

  it('a user reads our own reason if we know one', () => {
    expect(toFailureText(ourFailure('google', 'input_missing'))).toBe(failureText.input_missing);
  });

  it.each(['constructor', 'safety', 'toString'])(
    'the message for users does not depend on the code %s',
    (code) => {
      const stored = storedFailure(toFailure(ofOpenAi, error(413, { code })));
      expect(toFailureText(stored)).toBe(failureText.request);
    },
  );
});
