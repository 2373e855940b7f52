import { expect, test } from 'vitest';
import { checkConfiguration } from './check-configuration.ts';
import { readFileVariables } from './file-variables.ts';

const files: Record<string, string> = {
  '/run/secrets/signing': 'from-the-file\n',
  '/run/secrets/empty': '\n',
  '/run/secrets/aws': 'aws-secret',
};
const read = (given: Record<string, string>) =>
  readFileVariables(given, (path) => {
    const text = files[path];
    if (text === undefined) throw Object.assign(new Error(path), { code: 'ENOENT' });
    return text;
  });

test('NAME_FILE names a file whose content is NAME, and other variables stay', () => {
  const { variables, problems } = read({
    SIGNING_SECRET_FILE: '/run/secrets/signing',
    AWS_SECRET_ACCESS_KEY_FILE: '/run/secrets/aws',
    LEDGER_SIGNING_KEY_FILE: '',
    AWS_WEB_IDENTITY_TOKEN_FILE: '/run/token',
    PORT: '4000',
  });
  expect(problems).toEqual([]);
  expect(variables).toEqual({
    SIGNING_SECRET: 'from-the-file',
    AWS_SECRET_ACCESS_KEY: 'aws-secret',
    AWS_WEB_IDENTITY_TOKEN_FILE: '/run/token',
    PORT: '4000',
  });
});

test('a variable with a value and a file, a missing file and an empty file are errors without the value', () => {
  const { problems } = read({
    SIGNING_SECRET: 'in-the-shell',
    SIGNING_SECRET_FILE: '/run/secrets/signing',
    LEDGER_SIGNING_KEY_FILE: '/run/secrets/missing',
    SMTP_URL_FILE: '/run/secrets/empty',
  });
  expect(problems.map(({ problem }) => problem).toSorted()).toEqual([
    'LEDGER_SIGNING_KEY_FILE: its file cannot be read (ENOENT)',
    'SIGNING_SECRET_FILE: SIGNING_SECRET is set too',
    'SMTP_URL_FILE: its file is empty',
  ]);
  expect(JSON.stringify(problems)).not.toMatch(/in-the-shell|from-the-file/);
});

test('a misspelt name of a file variable is reported with the right one', () => {
  expect(
    checkConfiguration({ SIGNING_SECERT_FILE: '/run/secrets/signing' }, { isProduction: false }),
  ).toMatchObject([
    {
      problem: 'SIGNING_SECERT_FILE: is not a variable of Sachet',
      remedy: 'Did you mean SIGNING_SECRET_FILE? Rename or remove it.',
    },
  ]);
});
