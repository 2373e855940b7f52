import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest';
import type { ErrorCode } from '@sachet/shared/contracts/error';
import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import { signUpByPhone } from '../../dev/local/testing/people.ts';
import {
  asCustomer,
  createCustomer,
  previewOrder,
  respondAsync,
  send,
  type Customer,
  type Sent,
} from '../testing/client.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { shareStack, type SharedStack } from '../testing/stack.ts';
import { hmacToken, selfSignedToken, unsignedToken } from '../testing/tokens.ts';

let open: SharedStack;
let customer: Customer;
let preview: GenerationResult;
let mark: string;

beforeAll(async () => {
  open = await shareStack();
  customer = await createCustomer(open.stack);
  preview = await customer.preview();
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
  const cases: [string, string, Sent, ErrorCode, string?][] = [
    ['an unknown path', '/api/nothing', {}, 'not_found'],
    ['a method that the path does not have', '/api/wallet', { method: 'DELETE' }, 'not_found'],
    ['a path that cannot be decoded', '/api/images/%zz', {}, 'invalid'],
    ['malformed JSON', '/api/user', { raw: '{"accountType":', headers: json }, 'invalid'],
    ['an empty body', '/api/user', { raw: '', headers: json }, 'invalid', 'accountType'],
    [
      'a form',
      '/api/user',
      { raw: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
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
  ];

  test.each(cases)('a malformed request is refused: %s', async (_name, path, sent, code, field) => {
    expectRefusal(await customer.send(path, sent), code, field);
  });
});

describe('a caller without a valid token', () => {
  test.each([
    ['another scheme', () => ({ authorization: `Basic ${customer.token}` })],
    ['100 kB of garbage', () => bearer('x'.repeat(10_000))],
    ['an expired token', () => bearer(unsignedToken({ ...us(), expiresIn: -10 }))],
    ['a token for another project', () => bearer(unsignedToken({ ...us(), projectId: 'other' }))],
    ['a token of an unknown user', () => bearer(unsignedToken({ ...us(), uid: 'nobody' }))],
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

  test('a user without a profile is asked to finish signing up', async () => {
    const stranger = asCustomer(open.stack, await signUpByPhone());
    expectRefusal(await stranger.send('/api/user'), 'not_found');
    expectRefusal(await stranger.generate(), 'wrong_state');
    expectRefusal(await stranger.unlock(preview), 'wrong_state');
    for (const path of ['/api/wallet', '/api/wallet/events', '/api/events', '/api/generations']) {
      expectRefusal(await stranger.send(path), 'wrong_state');
    }
    expectRefusal(await stranger.send(`/api/generation?id=${preview.generationId}`), 'wrong_state');
  });
});

describe('an invalid preview request', () => {
  const cases: [string, Record<string, unknown>, string?][] = [
    ['an unknown provider', { provider: 'acme' }, 'provider'],
    ['an edit of nothing', { mode: 'edit_image' }, 'image'],
    ['an empty prompt', { prompt: '' }, 'prompt'],
    ['a prompt of 4,001 characters', { prompt: 'x'.repeat(4001) }, 'prompt'],
    [
      'a description of 1,001 characters',
      { mode: 'product_description', prompt: 'x'.repeat(1001) },
      'prompt',
    ],
    ['a preview larger than 256', { previewMax: 257 }, 'previewMax'],
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

  test.each(['x'.repeat(101), 'two words', 'schlüssel'])(
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
  recipe: preview.recipe,
  finalSize: 1024,
  ...change,
});

describe('an invalid unlock', () => {
  test.each([
    ['modelId', { modelId: 'gemini-nano-banana-2.1' }],
    ['prompt', { prompt: 'something better' }],
  ])('an unlock whose recipe has another %s is refused', async (_field, change) => {
    const json = unlockOrder({ recipe: { ...preview.recipe!, ...change } });
    expectRefusal(await customer.send('/api/unlock-image', { json }), 'invalid', 'recipe');
  });

  test.each([
    [
      'a recipe without a model',
      { recipe: { generationId: 'gen_1', prompt: 'a', aspectRatio: '1:1' } },
      'recipe.modelId',
    ],
    ['a size outside the list', { finalSize: 1000 }, 'finalSize'],
  ])('an unlock with %s is refused', async (_name, change, field) => {
    const json = unlockOrder(change);
    expectRefusal(await customer.send('/api/unlock-image', { json }), 'invalid', field);
  });

  test('a generation of another user is not found', async () => {
    const other = await createCustomer(open.stack);
    mark = await open.books.mark();
    const { generationId } = preview;
    expectRefusal(await other.send(`/api/generation?id=${generationId}`), 'not_found');
    expectRefusal(await other.unlock(preview), 'not_found');
    expect((await other.send('/api/generations')).body.items).toEqual([]);
    const recipe = { ...preview.recipe!, generationId: 'gen_unknown' };
    expectRefusal(await customer.unlock({ recipe }), 'not_found');
  });

  test.each([
    ['model', { modelId: 'gemini-nano-banana-2.1' }],
    ['prompt', { prompt: 'another picture' }],
    ['aspect ratio', { aspectRatio: '16:9' }],
  ] as const)('an unlock with another %s than the preview is refused', async (_, change) => {
    const { generationId, recipe } = await customer.preview();
    const tampered = { recipe: { ...recipe!, ...change } };
    expectRefusal(await customer.unlock(tampered), 'invalid', 'recipe');
    expect((await customer.generation(generationId)).unlockStatus).toBe('none');
  });

  test('an unlock of a preview that is not ready is refused', async () => {
    open.gates.google.shut();
    const { modelId, prompt, generationId } = await customer.startPreview();
    const recipe = { generationId, modelId, prompt, aspectRatio: '1:1' as const };
    expectRefusal(await customer.unlock({ recipe }), 'wrong_state');
    open.gates.google.open();
    await expect.poll(() => customer.generation(generationId)).toMatchObject({ status: 'ready' });
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
});

describe('an invalid page', () => {
  test.each([
    ['/api/wallet/events', 'limit', '0'],
    ['/api/wallet/events', 'after', 'nonsense'],
    ['/api/generations', 'limit', '51'],
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
  expect((await customer.generate()).status).toBe(200);
});
