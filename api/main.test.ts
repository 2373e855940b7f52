import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../local/places.ts';

const production = {
  PATH: process.env['PATH'],
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://app@127.0.0.1:1/sachet',
  QUEUE_URL: 'redis://127.0.0.1:1',
  IMAGE_FOLDER: '/nowhere',
  SIGNING_SECRET: 'a secret of some length',
  OPENAI_API_KEY: 'sk-one',
  GEMINI_API_KEY: 'key-two',
  FIREBASE_PROJECT_ID: 'sachet',
  FIREBASE_API_KEY: 'web-key',
  PUBLIC_URL: 'https://sachet.example',
  LEDGER_SIGNING_KEY: 'a signing key of some length',
};

function start(script: string, env: NodeJS.ProcessEnv): Promise<{ code: unknown; said: string }> {
  return new Promise((done) => {
    execFile(process.execPath, [join(root, script)], { env, cwd: root }, (error, _out, said) => {
      done({ code: error?.code ?? 0, said });
    });
  });
}

test.each([
  ['the emulator', 'api/main.ts', 'FIREBASE_AUTH_EMULATOR_HOST', '127.0.0.1:9099'],
  ['a stand-in', 'api/main.ts', 'STAND_INS', 'openai'],
  ['a readable inbox', 'api/main.ts', 'SANDBOX_INBOX_URL', 'http://127.0.0.1:9000'],
  ['an empty secret', 'api/main.ts', 'SIGNING_SECRET', ''],
  ['no address of its own', 'api/main.ts', 'PUBLIC_URL', ''],
  ['a stand-in', 'worker/main.ts', 'STAND_INS', 'gemini'],
  ['an empty key', 'worker/main.ts', 'OPENAI_API_KEY', ''],
  ['an empty secret', 'worker/main.ts', 'LEDGER_SIGNING_KEY', ''],
  ['a mail stand-in', 'worker/main.ts', 'STAND_INS', 'mail'],
])('with %s %s does not start in production, and says why', async (_what, script, name, value) => {
  const { code, said } = await start(script, { ...production, [name]: value });
  expect(code).toBe(78);
  expect(said).toContain(`- ${name}: `);
  expect(said).not.toContain('    at ');
});
