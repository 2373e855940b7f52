import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { checkConfiguration, hasReadableLogin } from './check-configuration.ts';
import { serverVariables } from './environment-variables.ts';
import { formatProblems, isRefusal } from './setup-problem.ts';

const production = (given: Record<string, string>) =>
  checkConfiguration(given, { isProduction: true });
const development = (given: Record<string, string>) =>
  checkConfiguration(given, { isProduction: false });
const toProblems = (found: ReturnType<typeof production>) => found.map(({ problem }) => problem);

const secret = (letter: string) => `${letter}-4f9Qm2Zs7Tx0Wc8Rb5Nd1Hk6Lg3Vp-`;

const good = {
  NODE_ENV: 'production',
  PATH: '/bin',
  DATABASE_URL: 'postgres://sachet:x8Kq@db.example:5432/sachet',
  DATABASE_OWNER_URL: 'postgres://sachet_owner:w3Zt@db.example:5432/sachet',
  QUEUE_URL: 'rediss://:y7Lm@queue.example:6379',
  SMTP_URL: 'smtp://no-reply%40sachet.example:z1@mail.example:587',
  PUBLIC_URL: 'https://sachet.example',
  SITE_ADDRESS: 'https://sachet.example',
  SIGNING_SECRET: secret('s'),
  LEDGER_SIGNING_KEY: secret('l'),
  RAZORPAY_KEY_ID: 'rzp_live_1',
  RAZORPAY_KEY_SECRET: 'thirty-two-less-8-random',
  RAZORPAY_WEBHOOK_SECRET: secret('w'),
  FIREBASE_PROJECT_ID: 'sachet',
  FIREBASE_SERVICE_ACCOUNT: '{"project_id":"sachet"}',
};

test('a configuration for production has no problem', () => {
  expect(production(good)).toEqual([]);
});

describe('a password in a URL', () => {
  test.each([
    'Xq9@Zr8/Yv7',
    'Xq9/Zr8',
    'Xq9#Zr8',
    'Xq9?Zr8',
    '1212/Zr8',
    '1212#Zr8',
    '1212?Zr8',
    'Xq9@/Zr8',
  ])(
    'the unescaped password %s in a URL is refused, and the report does not contain it',
    (password) => {
      for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL', 'QUEUE_URL', 'SMTP_URL']) {
        const found = development({
          [name]: `postgres://sachet:${password}@db.example:5432/sachet`,
        });
        expect(toProblems(found)).toEqual([
          `${name}: its password has a character that a URL cannot contain`,
        ]);
        expect(found.some(isRefusal)).toBe(true);
        expect(found[0]!.remedy).toContain('@ is %40');
        expect(formatProblems(found)).not.toMatch(/Xq9|Zr8|Yv7|1212/);
      }
    },
  );

  test.each([
    'postgres://sachet:p%40ss%2Fw@db.example:5432/sachet?sslmode=require',
    'postgres://sachet:p@ss@db.example/sachet',
    'postgres://sachet@/sachet?host=/run/postgresql',
    'postgres://db.example/sachet',
    'redis://127.0.0.1:6379',
  ])('the URL %s is parsed as intended', (url) => {
    expect(hasReadableLogin(url)).toBe(true);
  });
});

describe('the name of a variable', () => {
  test.each([
    ['FREE_WORK_USD_PER_DAYS', 'FREE_WORK_USD_PER_DAY'],
    ['RAZOPAY_KEY_ID', 'RAZORPAY_KEY_ID'],
    ['SMTP_URI', 'SMTP_URL'],
    ['DATABASE_APP_PASWORD', 'DATABASE_APP_PASSWORD'],
  ])('the variable %s is refused in production, and %s is suggested', (name, meant) => {
    const [found, ...others] = production({ ...good, [name]: 'word' });
    expect(others).toEqual([]);
    expect(found).toEqual({
      level: 'error',
      problem: `${name}: is not a variable of Sachet`,
      remedy: `Did you mean ${meant}? Rename or remove it.`,
    });
    expect(development({ [name]: 'word' })).toMatchObject([{ level: 'warning' }]);
  });

  test('an unknown variable with our prefix is reported without a suggestion if no name is similar', () => {
    expect(production({ ...good, FIREBASE_STORAGE_BUCKET: 'sachet' })).toMatchObject([
      { level: 'warning', problem: 'FIREBASE_STORAGE_BUCKET: is not a variable of Sachet' },
    ]);
  });

  test.each([
    'HOSTNAME',
    'LOGNAME',
    'PROMPT_COMMAND',
    'NODE_OPTIONS',
    'OTEL_SERVICE_NAME',
    'HOSTS',
  ])('the variable %s of another program is ignored', (name) => {
    expect(production({ ...good, [name]: 'word' })).toEqual([]);
  });

  test('a variable is known if .env.example or the schema has it', () => {
    const example = readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8');
    const names = [...Object.keys(parseEnv(example)), ...Object.keys(serverVariables)];
    expect(development(Object.fromEntries(names.map((name) => [name, 'postgres://db'])))).toEqual(
      [],
    );
  });
});

describe('a secret in production', () => {
  test.each(['SIGNING_SECRET', 'LEDGER_SIGNING_KEY', 'RAZORPAY_WEBHOOK_SECRET'])(
    'the secret %s is refused with 31 characters',
    (name) => {
      const short = secret('x').slice(0, 31);
      expect(toProblems(production({ ...good, [name]: short }))).toEqual([
        `${name}: must have at least 32 random characters`,
      ]);
      expect(production({ ...good, [name]: `${short}-` })).toEqual([]);
      expect(development({ [name]: short })).toEqual([]);
    },
  );

  test.each([
    'changeme'.repeat(4),
    'a'.repeat(40),
    'secret'.repeat(6),
    'please-change-me-before-production',
  ])('the secret %s is refused', (trivial) => {
    const problem = 'SIGNING_SECRET: is a secret that anyone can guess';
    expect(toProblems(production({ ...good, SIGNING_SECRET: trivial }))).toEqual([problem]);
  });

  test.each(['changeme', 'secret', 'aaaa', 'password1'])(
    'the secret %s is refused as a password',
    (trivial) => {
      const DATABASE_URL = `postgres://sachet:${trivial}@db.example/sachet`;
      const found = production({ ...good, DATABASE_URL });
      expect(toProblems(found)).toEqual(['DATABASE_URL: is a secret that anyone can guess']);
    },
  );

  test.each([
    ['LEDGER_SIGNING_KEY', good.SIGNING_SECRET, 'SIGNING_SECRET'],
    ['RAZORPAY_KEY_SECRET', good.LEDGER_SIGNING_KEY, 'LEDGER_SIGNING_KEY'],
    ['DATABASE_OWNER_URL', 'postgres://sachet_owner:x8Kq@db.example/sachet', 'DATABASE_URL'],
  ])('the secret %s must differ from every other one', (name, same, other) => {
    expect(toProblems(production({ ...good, [name]: same }))).toEqual([
      `${name}: is the same secret as ${other}`,
    ]);
  });
});

describe('values that production refuses', () => {
  test('production refuses a test key of Razorpay', () => {
    const given = { ...good, RAZORPAY_KEY_ID: 'rzp_test_1' };
    expect(toProblems(production(given))).toEqual([
      'RAZORPAY_KEY_ID: is a test key, which takes no real money',
    ]);
    expect(development(given)).toEqual([]);
  });

  test('production refuses a public address without encryption', () => {
    const given = { ...good, PUBLIC_URL: 'http://sachet.example' };
    expect(toProblems(production(given))).toEqual([
      'PUBLIC_URL: begins with http://, so sign-ins and payments are not encrypted',
    ]);
    expect(development(given)).toEqual([]);
  });

  test.each([
    ['https://sachet.example', 'https://www.sachet.example'],
    ['https://sachet.example/studio', 'https://sachet.example/studio'],
    ['https://sachet.example', ':8080'],
    ['https://sachet.example', 'http://sachet.example'],
    ['https://sachet.example:8443', 'sachet.example'],
  ])('production accepts the public address %s if Caddy serves %s', (PUBLIC_URL, SITE_ADDRESS) => {
    expect(toProblems(production({ ...good, PUBLIC_URL, SITE_ADDRESS }))).toEqual([
      'PUBLIC_URL: is not the address that Caddy serves',
    ]);
  });

  test.each(['sachet.example', 'https://sachet.example/', 'www.sachet.example, sachet.example'])(
    'production refuses a public address that Caddy serves as %s',
    (SITE_ADDRESS) => {
      expect(production({ ...good, SITE_ADDRESS })).toEqual([]);
    },
  );
});

test('production warns of a service account of another project', () => {
  const found = production({ ...good, FIREBASE_SERVICE_ACCOUNT: '{"project_id":"other"}' });
  expect(found).toMatchObject([{ level: 'warning' }]);
  expect(found[0]!.problem).toBe(
    'FIREBASE_PROJECT_ID: is not the project of FIREBASE_SERVICE_ACCOUNT',
  );
});

test('a report names errors before warnings, each with its remedy', () => {
  const found = production({
    ...good,
    FIREBASE_STORAGE_BUCKET: 'sachet',
    RAZORPAY_KEY_ID: 'rzp_test_1',
  });
  expect(formatProblems(found)).toBe(`\
- RAZORPAY_KEY_ID: is a test key, which takes no real money
  Set the live key, rzp_live_…, with its secret and the secret of its webhook.
- Warning: FIREBASE_STORAGE_BUCKET: is not a variable of Sachet
  Remove it, or see docs/configuration.md for the names.`);
});
