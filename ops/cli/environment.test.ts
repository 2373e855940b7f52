import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { childEnvironment, makePlan, mergeGiven, readGiven } from './environment.ts';
import { findOwnDatabase } from './own-database.ts';

const all = ['postgres', 'firebase', 'gemini', 'openai', 'razorpay', 'mail'];
const addresses = {
  database: { appUrl: 'postgres://app@127.0.0.1:1/sachet' },
  firebase: { host: '127.0.0.1:2', projectId: 'demo-sachet' },
  providerUrls: { openai: 'http://127.0.0.1:3/v1', google: 'http://127.0.0.1:4' },
  inboxUrl: 'http://127.0.0.1:5',
  smtpUrl: 'smtp://127.0.0.1:6',
};

test('without any keys every part gets its stand-in', () => {
  expect(makePlan({}).standIns).toEqual(all);
});

test.each([
  ['postgres', { DATABASE_URL: 'postgres://a', DATABASE_OWNER_URL: 'postgres://b' }],
  ['firebase', { FIREBASE_PROJECT_ID: 'real', FIREBASE_API_KEY: 'key' }],
  ['openai', { OPENAI_API_KEY: 'sk-real' }],
  ['openai', { OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' }],
  ['gemini', { GEMINI_API_KEY: 'real' }],
  [
    'razorpay',
    { RAZORPAY_KEY_ID: 'rzp', RAZORPAY_KEY_SECRET: 'real', RAZORPAY_WEBHOOK_SECRET: 'own' },
  ],
  ['mail', { SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'no-reply@sachet.example' }],
])('real keys replace only %s', (name, given) => {
  expect(makePlan(given).standIns).toEqual(all.filter((standIn) => standIn !== name));
});

test('an incomplete set of keys is reported by name', () => {
  expect(() => makePlan({ RAZORPAY_KEY_ID: 'rzp' })).toThrow(
    'RAZORPAY_KEY_ID is set, but RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET is not.',
  );
  expect(() => makePlan({ SMTP_URL: 'smtps://mail.example' })).toThrow('MAIL_FROM is not');
});

test('QUEUE_URL is checked before anything starts', () => {
  expect(() => makePlan({ QUEUE_URL: 'localhost:6379' })).toThrow('QUEUE_URL must begin with');
  expect(makePlan({ QUEUE_URL: 'redis://127.0.0.1' }).standIns).toEqual(all);
});

test('the shell takes precedence over .env, and an empty value counts as unset', () => {
  const shell = { PORT: '4000', OPENAI_API_KEY: '' };
  const file = { PORT: '3000', OPENAI_API_KEY: 'sk-file', GEMINI_API_KEY: ' ' };
  expect(mergeGiven(shell, file)).toEqual({ PORT: '4000', OPENAI_API_KEY: 'sk-file' });
});

test('.env is read if it exists', () => {
  const folder = mkdtempSync(join(tmpdir(), 'env-'));
  const file = join(folder, '.env');
  expect(readGiven({ A: '1' }, file)).toEqual({ A: '1' });
  writeFileSync(file, '# words\nB="two words"\n');
  expect(readGiven({ A: '1' }, file)).toEqual({ A: '1', B: 'two words' });
  rmSync(folder, { recursive: true });
});

test("the servers get the stand-ins, and never the owner's login of the database", () => {
  const env = childEnvironment(makePlan({ DATABASE_OWNER_URL: '' }), addresses, { PORT: '3000' });
  expect(env).toMatchObject({
    DATABASE_URL: addresses.database.appUrl,
    QUEUE_URL: addresses.database.appUrl,
    FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:2',
    OPENAI_BASE_URL: addresses.providerUrls.openai,
    GEMINI_BASE_URL: addresses.providerUrls.google,
    SMTP_URL: addresses.smtpUrl,
    MAIL_FROM: expect.stringContaining('@'),
    STAND_INS: 'gemini,openai,firebase,mail',
    PORT: '3000',
  });
  expect(env.DATABASE_OWNER_URL).toBeUndefined();
});

test('the servers get the settings of real services unchanged', () => {
  const given = {
    DATABASE_URL: 'postgres://real',
    DATABASE_OWNER_URL: 'postgres://owner',
    QUEUE_URL: 'redis://real',
    OPENAI_API_KEY: 'sk-real',
    SMTP_URL: 'smtps://mail.example',
    MAIL_FROM: 'no-reply@sachet.example',
    FIREBASE_PROJECT_ID: 'real',
    FIREBASE_API_KEY: 'key',
    FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099',
  };
  const env = childEnvironment(
    makePlan(given),
    { providerUrls: { google: addresses.providerUrls.google } },
    {},
  );
  expect(env).toMatchObject({
    DATABASE_URL: 'postgres://real',
    QUEUE_URL: 'redis://real',
    OPENAI_API_KEY: 'sk-real',
    SMTP_URL: 'smtps://mail.example',
    MAIL_FROM: 'no-reply@sachet.example',
    FIREBASE_PROJECT_ID: 'real',
    STAND_INS: 'gemini',
  });
  expect(env.OPENAI_BASE_URL).toBeUndefined();
  expect(env.FIREBASE_AUTH_EMULATOR_HOST).toBeUndefined();
});

test('a tool says that there is neither an address nor a database of this clone', async () => {
  await expect(findOwnDatabase({}, '/no/such/folder')).rejects.toThrow(
    'No database found. Run `npm start` first, or set DATABASE_OWNER_URL.',
  );
});
