import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest';
import type { ErrorCode } from '@sachet/shared/contracts/error';
import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { changeAccount } from '../../local/sign-in.ts';
import { signUpByPhone, withFreshToken } from '../../local/testing/people.ts';
import {
  asCustomer,
  createCustomer,
  previewOrder,
  respondAsync,
  send,
  somePrompt,
  type Customer,
  type Sent,
} from '../testing/client.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { shareStack, type OpenStack } from '../testing/stack.ts';
import { hmacToken, selfSignedToken, unsignedToken } from '../testing/tokens.ts';

let open: OpenStack;
let customer: Customer;
let preview: GenerationResult;
let failed: GenerationResult;
let mark: string;

beforeAll(async () => {
  open = await shareStack();
  customer = await createCustomer(open.stack);
  preview = await customer.preview();
  failed = (await customer.generate({ prompt: somePrompt('[[fail:safety]]') })).body;
});
afterAll(() => open?.stop());

// Refused requests must not change the ledger.
beforeEach(async () => {
  mark = await open.books.mark();
});
afterEach(async () => {
  expect(await open.books.mark()).toBe(mark);
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('a malformed request', () => {
  const json = { 'content-type': 'application/json' };
  const account = { accountType: 'individual', firstName: 'Asha', lastName: 'Rao' };
  const cases: [string, string, Sent, ErrorCode, string?][] = [
    ['an unknown path', '/api/nothing', {}, 'not_found'],
    ['an unknown path below a known one', '/api/wallet/nothing', {}, 'not_found'],
    ['a method that the path does not have', '/api/wallet', { method: 'DELETE' }, 'not_found'],
    ['a path that cannot be decoded', '/api/images/%zz', {}, 'invalid'],
    ['malformed JSON', '/api/user', { raw: '{"accountType":', headers: json }, 'invalid'],
    ['a JSON string', '/api/user', { raw: '"text"', headers: json }, 'invalid'],
    ['JSON null', '/api/user', { raw: 'null', headers: json }, 'invalid'],
    ['a JSON list', '/api/user', { json: [account] }, 'invalid'],
    ['an empty body', '/api/user', { raw: '', headers: json }, 'invalid', 'accountType'],
    [
      'a form',
      '/api/user',
      { raw: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      'unsupported_media_type',
    ],
    [
      'JSON that says it is text',
      '/api/user',
      { raw: JSON.stringify(account), headers: { 'content-type': 'text/plain' } },
      'unsupported_media_type',
    ],
    [
      'an unknown encoding',
      '/api/user',
      { json: account, headers: { 'content-encoding': 'snappy' } },
      'unsupported_media_type',
    ],
    [
      'an unknown charset',
      '/api/user',
      { raw: '{}', headers: { 'content-type': 'application/json; charset=klingon' } },
      'unsupported_media_type',
    ],
    [
      'a body over the limit',
      '/api/user',
      { json: { a: 'x'.repeat(101 * 1024) } },
      'payload_too_large',
    ],
    [
      'a body that unpacks to more than the limit',
      '/api/user',
      {
        raw: new Uint8Array(gzipSync(JSON.stringify({ a: 'x'.repeat(5_000_000) }))),
        headers: { ...json, 'content-encoding': 'gzip' },
      },
      'payload_too_large',
    ],
    [
      'an upload over the limit',
      '/api/generate',
      { json: { prompt: 'x'.repeat(2 * 1024 * 1024) } },
      'payload_too_large',
    ],
    [
      'no account type',
      '/api/user',
      { json: { ...account, accountType: '' } },
      'invalid',
      'accountType',
    ],
    [
      'a blank first name',
      '/api/user',
      { json: { ...account, firstName: '  ' } },
      'invalid',
      'firstName',
    ],
    [
      'a first name of 81 letters',
      '/api/user',
      { json: { ...account, firstName: 'x'.repeat(81) } },
      'invalid',
      'firstName',
    ],
    [
      'an organisation without a name',
      '/api/user',
      { json: { ...account, accountType: 'organization' } },
      'invalid',
      'orgName',
    ],
  ];

  test.each(cases)('a malformed request is refused: %s', async (_name, path, sent, code, field) => {
    expectRefusal(await customer.send(path, sent), code, field);
  });

  test('a NUL character in a name is refused', async () => {
    const stranger = asCustomer(open.stack, await signUpByPhone());
    const answer = await stranger.send('/api/user', { json: { ...account, lastName: 'a\u0000b' } });
    expectRefusal(answer, 'invalid', 'lastName');
    expect((await stranger.send('/api/user')).status).toBe(404);
  });
});

describe('a caller without a valid token', () => {
  const routes: [string, Sent][] = [
    ['/api/user', {}],
    ['/api/user', { json: { accountType: 'individual', firstName: 'A', lastName: 'B' } }],
    ['/api/generate', { json: previewOrder() }],
    ['/api/generation?id=gen_x', {}],
    ['/api/generations', {}],
    ['/api/unlock-image', { json: { generationId: 'gen_x' } }],
    ['/api/wallet', {}],
    ['/api/wallet/events', {}],
    ['/api/events', {}],
    ['/api/organization', {}],
    ['/api/organization', { json: { action: 'invite', email: 'a@b.cd', organizationId: 'org_x' } }],
    ['/api/organization/member', { method: 'PATCH', json: { uid: 'x', budget: 1 } }],
    ['/api/admin/me', {}],
  ];

  test.each(routes)('a request with %s instead of a token is refused', async (path, sent) => {
    expectRefusal(await send(open.stack.apiUrl + path, sent), 'unauthenticated');
  });

  test.each([
    ['no scheme', () => ({ authorization: customer.token })],
    ['another scheme', () => ({ authorization: `Basic ${customer.token}` })],
    ['an empty token', () => ({ authorization: 'Bearer ' })],
    ['two tokens', () => ({ authorization: `Bearer ${customer.token} ${customer.token}` })],
    ['garbage', () => bearer('garbage')],
    ['garbage of three parts', () => bearer('a.b.c')],
    ['100 kB of garbage', () => bearer('x'.repeat(10_000))],
    ['a truncated token', () => bearer(customer.token.slice(0, -40))],
    ['a refresh token', () => bearer(customer.refreshToken.replace(/[^\w.-]/g, ''))],
    ['an expired token', () => bearer(unsignedToken({ ...us(), expiresIn: -10 }))],
    ['a token for another project', () => bearer(unsignedToken({ ...us(), projectId: 'other' }))],
    ['a token for another audience', () => bearer(unsignedToken({ ...us(), audience: 'other' }))],
    [
      'a token of another issuer',
      () => bearer(unsignedToken({ ...us(), issuer: 'https://evil.test' })),
    ],
    ['a token of an unknown user', () => bearer(unsignedToken({ ...us(), uid: 'nobody' }))],
    ['a token without a person', () => bearer(unsignedToken({ ...us(), uid: '' }))],
    ['a token signed with another key', () => bearer(selfSignedToken(us()))],
    ['a token signed with a secret', () => bearer(hmacToken(us()))],
  ])('a caller with %s is refused', async (_name, headers) => {
    expectRefusal(
      await send(`${open.stack.apiUrl}/api/wallet`, { headers: headers() }),
      'unauthenticated',
    );
  });

  const us = () => ({ uid: customer.uid, projectId: open.stack.emulator.projectId });

  test('the emulator accepts an unsigned token of a real person, so the tokens above are refused for other reasons', async () => {
    const headers = bearer(unsignedToken(us()));
    expect((await send(`${open.stack.apiUrl}/api/wallet`, { headers })).status).toBe(200);
  });

  test('a user whose account the sign-in provider has disabled is refused', async () => {
    const { host, projectId } = open.stack.emulator;
    const person = await signUpByPhone();
    await changeAccount(host, projectId, person.uid, { disableUser: true });
    expectRefusal(await asCustomer(open.stack, person).send('/api/user'), 'account_disabled');
  });

  test('a user without a profile is told to finish signing up', async () => {
    const stranger = asCustomer(open.stack, await signUpByPhone());
    expectRefusal(await stranger.send('/api/user'), 'not_found');
    expectRefusal(await stranger.generate(), 'wrong_state');
    expectRefusal(await stranger.unlock(preview), 'wrong_state');
    for (const path of ['/api/wallet', '/api/wallet/events', '/api/events', '/api/generations']) {
      expectRefusal(await stranger.send(path), 'wrong_state');
    }
    expectRefusal(await stranger.send(`/api/generation?id=${preview.generationId}`), 'wrong_state');
  });

  test('a user whom an admin has disabled is refused on every route with their current token', async () => {
    const disabled = await createCustomer(open.stack);
    await open.books.query('update user_profile set disabled_at = now() where uid = $1', [
      disabled.uid,
    ]);
    mark = await open.books.mark();
    for (const [path, sent] of routes) {
      expectRefusal(
        await disabled.send(path, path === '/api/unlock-image' ? { json: unlockOrder() } : sent),
        'account_disabled',
      );
    }
    const again = asCustomer(open.stack, await withFreshToken(disabled));
    expectRefusal(await again.send('/api/wallet'), 'account_disabled');
  });
});

const anImage = { data: 'AAAA', mimeType: 'image/png' };

describe('an invalid preview request', () => {
  const cases: [string, Record<string, unknown>, string?][] = [
    ['an unknown provider', { provider: 'acme' }, 'provider'],
    ['no provider', { provider: undefined }, 'provider'],
    ['an unknown mode', { mode: 'video' }, 'mode'],
    ['an edit of nothing', { mode: 'edit_image' }, 'image'],
    ['an image for a tool that takes none', { mode: 'general', image: anImage }, 'image'],
    ['two images', { mode: 'edit_image', image: anImage, sameInputAs: 'gen_x' }, 'sameInputAs'],
    ['an empty prompt', { prompt: '' }, 'prompt'],
    ['a prompt of white space', { prompt: ' \n\t\u00a0 ' }, 'prompt'],
    ['a prompt of 4,001 characters', { prompt: 'x'.repeat(4001) }, 'prompt'],
    ['a prompt of 100 kB', { prompt: 'x'.repeat(100 * 1024) }, 'prompt'],
    ['a prompt that is not a text', { prompt: { $gt: '' } }, 'prompt'],
    ['a NUL character in the prompt', { prompt: 'a kite\u0000' }, 'prompt'],
    ['an unknown language', { language: 'fr' }, 'language'],
    ['an unknown quality', { quality: 'best' }, 'quality'],
    ['an unknown aspect ratio', { aspectRatio: '2:1' }, 'aspectRatio'],
    ['a preview larger than 256', { previewMax: 257 }, 'previewMax'],
    ['a preview of half a pixel', { previewMax: 100.5 }, 'previewMax'],
    ['an image whose type is a number', { image: { data: 'AAAA', mimeType: 7 } }, 'image.mimeType'],
  ];

  test.each(cases)('a preview with %s is refused', async (_name, change, field) => {
    const before = await countGenerations();
    const json = { ...previewOrder(), ...change };
    expectRefusal(
      await customer.send('/api/generate', { json, headers: respondAsync }),
      'invalid',
      field,
    );
    expect(await countGenerations()).toBe(before);
  });

  test.each(['', ' ', 'x'.repeat(101), 'two words', 'schlüssel'])(
    'an Idempotency-Key like %j is refused',
    async (key) => {
      const headers = { ...respondAsync, 'idempotency-key': key };
      expectRefusal(await customer.generate({}, headers), 'invalid', 'Idempotency-Key');
    },
  );

  const countGenerations = async () =>
    (await open.books.query<{ count: number }>('select count(*) from generation'))[0]!.count;
});

const unlockOrder = (change: object = {}) => ({
  generationId: preview.generationId,
  recipe: preview.recipe,
  finalSize: 1024,
  ...change,
});

describe('an invalid unlock', () => {
  test.each([
    ['modelId', { modelId: 'gemini-nano-banana-2.1' }],
    ['prompt', { prompt: 'something better' }],
    ['prompt by white space', { prompt: ' a' }],
    ['aspectRatio', { aspectRatio: '16:9' }],
  ])('an unlock whose recipe has another %s is refused', async (_field, change) => {
    const json = unlockOrder({ recipe: { ...preview.recipe!, ...change } });
    expectRefusal(await customer.send('/api/unlock-image', { json }), 'invalid', 'recipe');
  });

  test.each([
    ['no recipe', { recipe: undefined }, 'recipe'],
    ['a recipe without a model', { recipe: { prompt: 'a', aspectRatio: '1:1' } }, 'recipe.modelId'],
    [
      'an unknown aspect ratio',
      { recipe: { modelId: 'm', prompt: 'a', aspectRatio: '7:1' } },
      'recipe.aspectRatio',
    ],
    ['a size outside the list', { finalSize: 1000 }, 'finalSize'],
    ['a size as text', { finalSize: '1024' }, 'finalSize'],
    ['a size below zero', { finalSize: -1024 }, 'finalSize'],
    ['no generation', { generationId: undefined }, 'generationId'],
    ['an empty generation', { generationId: '' }, 'generationId'],
  ])('an unlock with %s is refused', async (_name, change, field) => {
    const json = unlockOrder(change);
    expectRefusal(await customer.send('/api/unlock-image', { json }), 'invalid', field);
  });

  test('a NUL character in the generation’s id is refused', async () => {
    const json = unlockOrder({ generationId: 'gen_\u0000' });
    expectRefusal(await customer.send('/api/unlock-image', { json }), 'invalid', 'generationId');
    expectRefusal(await customer.send('/api/generation?id=%00'), 'invalid', 'id');
    expectRefusal(await customer.send('/api/generations?after=%00'), 'invalid', 'after');
  });

  test('a generation of another user is not found', async () => {
    const other = await createCustomer(open.stack);
    mark = await open.books.mark();
    const { generationId } = preview;
    expectRefusal(await other.send(`/api/generation?id=${generationId}`), 'not_found');
    expectRefusal(await other.unlock(preview), 'not_found');
    expect((await other.send('/api/generations')).body.generations).toEqual([]);
    expectRefusal(await customer.unlock({ ...preview, generationId: 'gen_unknown' }), 'not_found');
  });

  test('an unlock of a preview that is not ready is refused', async () => {
    const slow = await customer.startPreview({ prompt: somePrompt('[[latency:1500]]') });
    const { modelId, prompt, generationId } = slow;
    const recipe = { modelId, prompt, aspectRatio: '1:1' as const };
    expectRefusal(await customer.unlock({ generationId, recipe }), 'wrong_state');
    await expect
      .poll(() => customer.generation(generationId), { timeout: 60_000 })
      .toMatchObject({ status: 'ready' });
  });

  test('an unlock of a preview that failed is refused', async () => {
    expect(failed).toMatchObject({ status: 'failed', recipe: null });
    const { modelId, prompt, generationId } = failed;
    const recipe = { modelId, prompt, aspectRatio: '1:1' as const };
    expectRefusal(await customer.unlock({ generationId, recipe }), 'wrong_state');
  });

  test('an unlock with too little money is refused with the promised message, and nothing is reserved', async () => {
    const poor = await createCustomer(open.stack);
    const dear = await poor.preview({ provider: 'openai' });
    const paid = await poor.unlock(dear, 2048);
    expect(paid.body.charged).toBe(195);
    const second = await poor.preview({ provider: 'openai' });
    mark = await open.books.mark();
    const answer = await poor.unlock(second, 512);
    expectRefusal(answer, 'insufficient_funds');
    expect(answer.body.error).toContain('insufficient funds');
    expect(await poor.wallet()).toMatchObject({ walletBalance: 55, held: 0 });
    expect((await poor.generation(second.generationId)).unlockStatus).toBe('none');
  });

  test("an unlock with too little money in the organization's wallet has its own message", async () => {
    const admin = await createCustomer(open.stack, {
      accountType: 'organization',
      firstName: 'Asha',
      lastName: 'Rao',
      orgName: 'Kites Ltd',
    });
    const dear = await admin.preview({ provider: 'openai' });
    expect((await admin.unlock(dear, 2048)).status).toBe(200);
    const second = await admin.preview({ provider: 'openai' });
    mark = await open.books.mark();
    const answer = await admin.unlock(second, 512);
    expectRefusal(answer, 'insufficient_funds');
    expect(answer.body.error).toBe('organization wallet has insufficient funds');
  });
});

describe('an invalid page', () => {
  test.each([
    ['/api/wallet/events', 'limit', '0'],
    ['/api/wallet/events', 'limit', '101'],
    ['/api/wallet/events', 'limit', '-1'],
    ['/api/wallet/events', 'limit', '1.5'],
    ['/api/wallet/events', 'limit', ''],
    ['/api/wallet/events', 'limit', 'ten'],
    ['/api/wallet/events', 'limit', '1;drop table wallet'],
    ['/api/wallet/events', 'before', '0'],
    ['/api/wallet/events', 'before', '-5'],
    ['/api/wallet/events', 'before', 'NaN'],
    ['/api/wallet/events', 'before', '9007199254740993'],
    ['/api/wallet/events', 'before', '99999999999999999999999'],
    ['/api/generations', 'limit', '51'],
    ['/api/generations', 'limit', 'x'],
    ['/api/generations', 'after', ''],
    ['/api/generations', 'after', 'x'.repeat(61)],
    ['/api/generation', 'id', ''],
    ['/api/generation', 'id', 'x'.repeat(61)],
  ])('%s?%s=%s is refused', async (path, field, value) => {
    const answer = await customer.send(`${path}?${field}=${encodeURIComponent(value)}`);
    expectRefusal(answer, 'invalid', field);
  });

  test('a parameter that is sent twice is refused', async () => {
    expectRefusal(await customer.send('/api/wallet/events?limit=1&limit=2'), 'invalid', 'limit');
    expectRefusal(await customer.send('/api/generation?id=a&id=b'), 'invalid', 'id');
  });
});

test('an internal error is answered without any detail', async () => {
  await open.books.query('alter view priced_model rename to priced_model_away');
  try {
    const answer = await customer.generate({}, respondAsync);
    expectRefusal(answer, 'internal');
    expect(answer.body.error).toBe('Something went wrong on our side. Try again.');
  } finally {
    await open.books.query('alter view priced_model_away rename to priced_model');
  }
  expect((await customer.generate({}, respondAsync)).status).toBe(202);
});

test('the books are consistent after all refused requests', async () => {
  await open.books.expectToBeSound();
});
