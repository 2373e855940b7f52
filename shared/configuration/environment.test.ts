import { describe, expect, test } from 'vitest';
import {
  parseApiEnvironment,
  parseCreditsLimit,
  parseMigrationEnvironment,
  parseWorkerEnvironment,
} from './environment.ts';

const common = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://app:word@db.example/sachet',
  QUEUE_URL: 'rediss://queue.example',
  IMAGE_STORE: '/var/images',
  OPENAI_API_KEY: 'sk-one',
  GEMINI_API_KEY: 'key-two',
};
const api = {
  ...common,
  SIGNING_SECRET: 'a signing secret of some length, 1',
  FIREBASE_PROJECT_ID: 'sachet',
  FIREBASE_API_KEY: 'web-key',
  PUBLIC_URL: 'https://sachet.example',
};

const worker = { ...common, LEDGER_SIGNING_KEY: 'a key for checkpoints of some length' };
const mail = {
  SMTP_URL: 'smtp://user:word@mail.example:587',
  MAIL_FROM: 'Sachet <no-reply@sachet.example>',
  PUBLIC_URL: 'https://sachet.example',
};

function getProblems(
  parsed: ReturnType<typeof parseApiEnvironment | typeof parseWorkerEnvironment>,
) {
  return parsed.problems.map(({ problem }) => problem);
}

describe.each([
  ['the API', parseApiEnvironment, api],
  ['the worker', parseWorkerEnvironment, worker],
])('%s', (_name, parse, given) => {
  test('production accepts a configuration with all required variables', () => {
    expect(getProblems(parse(given))).toEqual([]);
  });

  test('the environment is production if NODE_ENV is missing', () => {
    const parsed = parse({ ...given, NODE_ENV: undefined });
    expect(parsed.ok && parsed.value.NODE_ENV).toBe('production');
    expect(parse({ ...given, NODE_ENV: undefined, STAND_INS: 'openai' }).ok).toBe(false);
  });

  test.each(Object.keys(given).filter((name) => name !== 'NODE_ENV'))(
    'production refuses to start without %s, and names it',
    (name) => {
      for (const empty of [undefined, '', '   ']) {
        const problems = getProblems(parse({ ...given, [name]: empty }));
        expect(problems.length).toBeGreaterThan(0);
        expect(problems.filter((problem) => !problem.startsWith(`${name}: `))).toEqual([]);
      }
    },
  );

  describe('Razorpay', () => {
    const razorpay = {
      RAZORPAY_KEY_ID: 'rzp_live_1',
      RAZORPAY_KEY_SECRET: 'a key secret of length',
      RAZORPAY_WEBHOOK_SECRET: 'a webhook secret of some length, 2',
    };

    test('Razorpay may be left out, or configured completely', () => {
      const parsed = parse({ ...given, ...razorpay });
      expect(parsed.ok && parsed.value).toMatchObject(razorpay);
    });

    test.each(Object.keys(razorpay))(
      'Razorpay is refused without its %s, in every environment',
      (name) => {
        for (const mode of ['production', 'development']) {
          for (const empty of [undefined, '', '   ']) {
            const half = { ...given, ...razorpay, NODE_ENV: mode, [name]: empty };
            const problems = getProblems(parse(half));
            expect(problems).toEqual([expect.stringMatching(`^${name}: `)]);
          }
        }
      },
    );

    test('production refuses the stand-in for Razorpay', () => {
      const standIn = { ...razorpay, RAZORPAY_BASE_URL: 'http://127.0.0.1:4000' };
      expect(getProblems(parse({ ...given, ...standIn }))).toEqual([
        'RAZORPAY_BASE_URL: takes no real money',
      ]);
      expect(parse({ ...given, ...standIn, NODE_ENV: 'development' }).ok).toBe(true);
    });
  });

  test('a configuration error never contains the values, which may be secrets', () => {
    const problems = getProblems(
      parse({ ...given, DATABASE_URL: 'mysql://app:hunter2@db', SIGNING_SECRET: 'hunter2' }),
    );
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.join()).not.toContain('hunter2');
  });

  test('production refuses every stand-in, and development accepts them', () => {
    const withStandIns = { ...given, STAND_INS: 'openai, gemini' };
    expect(getProblems(parse(withStandIns))).toEqual(['STAND_INS: openai, gemini']);
    const parsed = parse({ ...withStandIns, NODE_ENV: 'development' });
    expect(parsed.ok && parsed.value.STAND_INS).toEqual(['openai', 'gemini']);
  });

  test('an empty variable counts as not set', () => {
    const emptied = {
      ...given,
      LOG_LEVEL: '',
      QUEUE_PREFIX: '',
      STAND_INS: '',
      OPENAI_BASE_URL: ' ',
    };
    const parsed = parse(emptied);
    expect(parsed.ok && parsed.value).toMatchObject({
      LOG_LEVEL: 'info',
      QUEUE_PREFIX: 'queue',
      STAND_INS: [],
    });
    expect(parsed.ok && parsed.value.OPENAI_BASE_URL).toBeUndefined();
  });

  test('two secrets are accepted during a rotation, but never the same one twice or the old one alone', () => {
    const razorpay = {
      RAZORPAY_KEY_ID: 'rzp_live_1',
      RAZORPAY_KEY_SECRET: 'a key secret of length',
      RAZORPAY_WEBHOOK_SECRET: 'a webhook secret of some length, 2',
    };
    const before = { RAZORPAY_WEBHOOK_SECRET_PREVIOUS: 'the webhook secret before it' };
    const parsed = parse({ ...given, ...razorpay, ...before });
    expect(parsed.ok && parsed.value).toMatchObject({ ...razorpay, ...before });
    const problems = (value: string) =>
      getProblems(parse({ ...given, ...razorpay, RAZORPAY_WEBHOOK_SECRET_PREVIOUS: value }));
    expect(problems(razorpay.RAZORPAY_WEBHOOK_SECRET)).toEqual([
      'RAZORPAY_WEBHOOK_SECRET_PREVIOUS: is the same as RAZORPAY_WEBHOOK_SECRET',
    ]);
    const tooShort = 'RAZORPAY_WEBHOOK_SECRET_PREVIOUS: must have at least 16 characters';
    expect(problems('short')).toEqual([tooShort]);
    expect(problems(' '.repeat(20))).toContain(tooShort);
    expect(getProblems(parse({ ...given, ...before }))).toEqual([
      'RAZORPAY_WEBHOOK_SECRET_PREVIOUS: set RAZORPAY_WEBHOOK_SECRET too',
    ]);
  });

  test.each([
    ['QUEUE_PREFIX', 'drop table;'],
    ['NODE_ENV', 'prod'],
  ])('the environment refuses %s=%s', (name, value) => {
    expect(getProblems(parse({ ...given, [name]: value }))[0]).toMatch(new RegExp(`^${name}: `));
  });
});

describe('the API alone', () => {
  test.each([
    ['FIREBASE_AUTH_EMULATOR_HOST', '127.0.0.1:9099'],
    ['SANDBOX_INBOX_URL', 'http://127.0.0.1:9000'],
  ])('the API refuses %s in production, and accepts it in development', (name, value) => {
    const problems = getProblems(parseApiEnvironment({ ...api, [name]: value }));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name}: `));
    expect(parseApiEnvironment({ ...api, [name]: value, NODE_ENV: 'development' }).ok).toBe(true);
  });

  test('the API refuses a short secret, even in development', () => {
    const given = { ...api, NODE_ENV: 'development', SIGNING_SECRET: 'short' };
    expect(getProblems(parseApiEnvironment(given))).toEqual([
      'SIGNING_SECRET: must have at least 16 characters',
    ]);
  });

  test.each(['short', ' '.repeat(20), api.SIGNING_SECRET])(
    'the API refuses %j as the previous signing secret',
    (SIGNING_SECRET_PREVIOUS) => {
      const [problem] = getProblems(parseApiEnvironment({ ...api, SIGNING_SECRET_PREVIOUS }));
      expect(problem).toMatch(/^SIGNING_SECRET_PREVIOUS: /);
    },
  );

  test.each([
    ['PORT', '70000'],
    ['PORT', 'http'],
    ['TEST_LIMITS', '{"requestsPerMinute":0.5}'],
    ['TEST_LIMITS', '{"requestsPerHour":5}'],
    ['TEST_LIMITS', 'none'],
    ['COMPANY', '{"nam":"Sachet"}'],
    ['PUBLIC_URL', 'sachet.example'],
    ['TRUSTED_PROXIES', 'true'],
    ['GEO_COUNTRY_HEADER', 'x-country'],
  ])('the API refuses %s=%s', (name, value) => {
    expect(getProblems(parseApiEnvironment({ ...api, [name]: value }))[0]).toMatch(
      new RegExp(`^${name}: `),
    );
  });
});

test('the API takes the name of a country header in any case', () => {
  const parsed = parseApiEnvironment({ ...api, GEO_COUNTRY_HEADER: ' CF-IPCountry ' });
  expect(parsed.ok && parsed.value.GEO_COUNTRY_HEADER).toBe('cf-ipcountry');
});

describe('the worker alone', () => {
  test('the worker needs no signing key and no mail server in development', () => {
    const given = { ...worker, NODE_ENV: 'development', LEDGER_SIGNING_KEY: '' };
    expect(getProblems(parseWorkerEnvironment(given))).toEqual([]);
  });

  test('the worker refuses a short signing key, even in development', () => {
    const given = { ...worker, NODE_ENV: 'development', LEDGER_SIGNING_KEY: 'short' };
    expect(getProblems(parseWorkerEnvironment(given))).toEqual([
      'LEDGER_SIGNING_KEY: must have at least 16 characters',
    ]);
  });

  test('the previous public keys are accepted, and invalid keys are refused', () => {
    const keys = ['ab'.repeat(32), '01'.repeat(32)];
    const parsed = parseWorkerEnvironment({
      ...worker,
      LEDGER_PUBLIC_KEYS_PREVIOUS: ` ${keys.join(' , ')},`,
    });
    expect(parsed.ok && parsed.value.LEDGER_PUBLIC_KEYS_PREVIOUS).toEqual(keys);
    const secret = {
      ...worker,
      LEDGER_PUBLIC_KEYS_PREVIOUS: 'a key for checkpoints of some length',
    };
    expect(getProblems(parseWorkerEnvironment(secret))).toEqual([
      'LEDGER_PUBLIC_KEYS_PREVIOUS.0: must be public keys of 64 hex digits',
    ]);
  });

  test.each([
    'smtp://127.0.0.1:2525',
    'smtps://no-reply%40sachet.example:word@mail.example:465',
    'smtp://user:word@mail.example:587?requireTLS=false',
  ])('the worker accepts the mail server %s', (SMTP_URL) => {
    const parsed = parseWorkerEnvironment({ ...worker, ...mail, SMTP_URL });
    expect(parsed.ok && parsed.value).toMatchObject({ ...mail, SMTP_URL });
  });

  test('the worker needs a sender and the public URL with a mail server, and the error names both', () => {
    expect(getProblems(parseWorkerEnvironment({ ...worker, SMTP_URL: mail.SMTP_URL }))).toEqual([
      'MAIL_FROM: required with SMTP_URL',
      'PUBLIC_URL: required with SMTP_URL',
    ]);
  });

  test.each([
    ['SMTP_URL', 'mail.example:587'],
    ['SMTP_URL', 'http://mail.example'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'smtp://user:hunter2@mail.example:port'],
    ['MAIL_FROM', 'Sachet'],
    ['MAIL_FROM', 'a@sachet.example, b@sachet.example'],
    ['MAIL_FROM', 'Sachet <a@sachet.example>\r\nBcc: b@sachet.example'],
    ['PUBLIC_URL', 'sachet.example'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['PUBLIC_URL', 'https://sachet.example/?from=mail'],
  ])('the worker refuses %s=%s without repeating a password', (name, value) => {
    const problems = getProblems(parseWorkerEnvironment({ ...worker, ...mail, [name]: value }));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name}: `));
    expect(problems[0]).not.toContain('hunter2');
  });

  test('the worker removes a trailing slash of PUBLIC_URL, because paths begin with one', () => {
    const parsed = parseWorkerEnvironment({ ...worker, PUBLIC_URL: 'https://sachet.example/' });
    expect(parsed.ok && parsed.value.PUBLIC_URL).toBe('https://sachet.example');
  });
});

describe('the limit of credits', () => {
  test.each([
    [undefined, 5_000_00],
    [' ', 5_000_00],
    ['0', 0],
    ['250.5', 250_50],
    ['4999.99', 4_999_99],
  ])('the limit of credits %j is %d paise', (CREDITS_NEED_APPROVAL_ABOVE_RUPEES, paise) => {
    expect(parseCreditsLimit({ CREDITS_NEED_APPROVAL_ABOVE_RUPEES })).toBe(paise);
  });

  test.each(['-1', 'none', '1.005', 'Infinity', '10000001', '5,000'])(
    'the limit of credits is refused: %j',
    (CREDITS_NEED_APPROVAL_ABOVE_RUPEES) => {
      expect(() => parseCreditsLimit({ CREDITS_NEED_APPROVAL_ABOVE_RUPEES })).toThrow('must be');
    },
  );
});

test('the report of an invalid variable states its purpose, or that it must be removed', () => {
  const { problems } = parseApiEnvironment({ ...api, PUBLIC_URL: '', STAND_INS: 'mail' });
  expect(problems).toEqual([
    {
      level: 'error',
      problem: 'PUBLIC_URL: missing',
      remedy: expect.stringContaining('URL at which people reach the studio'),
    },
    {
      level: 'error',
      problem: 'STAND_INS: mail',
      remedy: 'Remove it: only the image, stand-ins and tests set it.',
    },
  ]);
});

test('one report names all faults of a configuration, and repeats no secret', () => {
  const problems = getProblems(
    parseApiEnvironment({
      ...api,
      DATABASE_URL: 'postgres://sachet:only-for-the-demo@postgres/sachet',
      SIGNING_SECRET: 'too-short-a-key',
      PUBLIC_URL: undefined,
      FIREBASE_PROJECT_ID: undefined,
      FIREBASE_SERVICE_ACCOUNT: '{"private_key":"-----BEGIN PRIVATE KEY-----hush"',
      OPENAI_API_KEY: undefined,
      RAZORPAY_KEY_ID: 'rzp_live_hush',
      STAND_INS: 'mail',
      LOG_LEVEL: 'loud',
      FREE_WORK_USD_PER_DAY: 'plenty',
      PORT: '30.5',
    }),
  );
  expect(problems.map((problem) => problem.split(':')[0]).toSorted()).toEqual([
    'DATABASE_APP_PASSWORD',
    'FIREBASE_PROJECT_ID',
    'FIREBASE_SERVICE_ACCOUNT',
    'FREE_WORK_USD_PER_DAY',
    'LOG_LEVEL',
    'OPENAI_API_KEY',
    'PORT',
    'PUBLIC_URL',
    'RAZORPAY_KEY_SECRET',
    'RAZORPAY_WEBHOOK_SECRET',
    'SIGNING_SECRET',
    'STAND_INS',
  ]);
  expect(problems).toEqual(
    expect.arrayContaining([
      'FIREBASE_PROJECT_ID: missing',
      'PUBLIC_URL: missing',
      'FREE_WORK_USD_PER_DAY: must be a number',
      'PORT: must be a whole number',
    ]),
  );
  expect(problems.join()).not.toMatch(/hush|too-short-a-key|only-for/);
});

test("a migration without the owner, or with the demo's password, is refused with the reason", () => {
  const demo = 'postgres://sachet:only-for-the-demo@postgres/sachet';
  const { problems } = parseMigrationEnvironment({
    DATABASE_URL: demo,
    CREDITS_NEED_APPROVAL_ABOVE_RUPEES: 'many',
  });
  expect(problems.map(({ problem }) => problem)).toEqual([
    'DATABASE_OWNER_URL: missing',
    'DATABASE_APP_PASSWORD: missing',
    'CREDITS_NEED_APPROVAL_ABOVE_RUPEES: must be rupees, 0 to 10000000',
  ]);
  expect(
    parseMigrationEnvironment({
      NODE_ENV: 'development',
      DATABASE_URL: demo,
      DATABASE_OWNER_URL: demo,
    }).ok,
  ).toBe(true);
});
