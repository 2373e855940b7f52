import { describe, expect, test } from 'vitest';
import { parseApiEnvironment, parseWorkerEnvironment } from './environment.ts';

const common = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://app:word@db.example/sachet',
  QUEUE_URL: 'rediss://queue.example',
  IMAGE_FOLDER: '/var/images',
  OPENAI_API_KEY: 'sk-one',
  GEMINI_API_KEY: 'key-two',
};
const api = {
  ...common,
  IMAGE_URL_SECRET: 'a secret of some length',
  FIREBASE_PROJECT_ID: 'sachet',
  FIREBASE_API_KEY: 'web-key',
};

function problemsOf(
  parsed: ReturnType<typeof parseApiEnvironment | typeof parseWorkerEnvironment>,
) {
  return parsed.ok ? [] : parsed.problems;
}

describe.each([
  ['the API', parseApiEnvironment, api],
  ['the worker', parseWorkerEnvironment, common],
])('%s', (_name, parse, given) => {
  test('starts in production with everything it needs', () => {
    expect(problemsOf(parse(given))).toEqual([]);
  });

  test('is in production unless told otherwise: a forgotten NODE_ENV is the strict one', () => {
    const parsed = parse({ ...given, NODE_ENV: undefined });
    expect(parsed.ok && parsed.value.NODE_ENV).toBe('production');
    expect(parse({ ...given, NODE_ENV: undefined, STAND_INS: 'openai' }).ok).toBe(false);
  });

  test.each(Object.keys(given).filter((name) => name !== 'NODE_ENV'))(
    'refuses to start in production without %s, and names it',
    (name) => {
      for (const empty of [undefined, '', '   ']) {
        const problems = problemsOf(parse({ ...given, [name]: empty }));
        expect(problems.length).toBeGreaterThan(0);
        expect(problems.filter((problem) => !problem.startsWith(`${name}: `))).toEqual([]);
      }
    },
  );

  test('names every problem at once', () => {
    const problems = problemsOf(
      parse({ DATABASE_URL: 'mysql://db', QUEUE_URL: 'amqp://queue', LOG_LEVEL: 'loud' }),
    );
    const named = problems.map((problem) => problem.split(':')[0]);
    expect(named).toEqual(
      expect.arrayContaining(['DATABASE_URL', 'QUEUE_URL', 'LOG_LEVEL', 'IMAGE_FOLDER']),
    );
  });

  test('says nothing of the values: they may be secrets', () => {
    const problems = problemsOf(
      parse({ ...given, DATABASE_URL: 'mysql://app:hunter2@db', IMAGE_URL_SECRET: 'hunter2' }),
    );
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.join()).not.toContain('hunter2');
  });

  test('refuses every stand-in in production, and takes them in development', () => {
    const withStandIns = { ...given, STAND_INS: 'openai, gemini' };
    expect(problemsOf(parse(withStandIns))).toEqual(['STAND_INS: openai, gemini']);
    const parsed = parse({ ...withStandIns, NODE_ENV: 'development' });
    expect(parsed.ok && parsed.value.STAND_INS).toEqual(['openai', 'gemini']);
  });

  test('takes what is empty as not set', () => {
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

  test.each([
    ['QUEUE_PREFIX', 'drop table;'],
    ['NODE_ENV', 'prod'],
  ])('refuses %s=%s', (name, value) => {
    expect(problemsOf(parse({ ...given, [name]: value }))[0]).toMatch(new RegExp(`^${name}: `));
  });
});

describe('the API alone', () => {
  test.each([
    ['FIREBASE_AUTH_EMULATOR_HOST', '127.0.0.1:9099'],
    ['SANDBOX_INBOX_URL', 'http://127.0.0.1:9000'],
  ])('refuses %s in production, and takes it in development', (name, value) => {
    const problems = problemsOf(parseApiEnvironment({ ...api, [name]: value }));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name}: `));
    expect(parseApiEnvironment({ ...api, [name]: value, NODE_ENV: 'development' }).ok).toBe(true);
  });

  test('refuses a short secret, even in development', () => {
    const given = { ...api, NODE_ENV: 'development', IMAGE_URL_SECRET: 'short' };
    expect(problemsOf(parseApiEnvironment(given))).toEqual([
      'IMAGE_URL_SECRET: must have at least 16 characters',
    ]);
  });

  test.each([
    ['PORT', '70000'],
    ['PORT', 'http'],
    ['REQUESTS_PER_MINUTE', '0'],
    ['PREVIEWS_PER_DAY', '-1'],
    ['TRUSTED_PROXIES', 'true'],
  ])('refuses %s=%s', (name, value) => {
    expect(problemsOf(parseApiEnvironment({ ...api, [name]: value }))[0]).toMatch(
      new RegExp(`^${name}: `),
    );
  });

  test('names every stand-in, the emulator and what is missing together', () => {
    const problems = problemsOf(
      parseApiEnvironment({
        ...api,
        OPENAI_API_KEY: '',
        GEMINI_API_KEY: '',
        STAND_INS: 'razorpay',
        FIREBASE_AUTH_EMULATOR_HOST: 'localhost:9099',
        SANDBOX_INBOX_URL: 'http://localhost:9000',
      }),
    );
    expect(problems).toHaveLength(5);
  });
});
