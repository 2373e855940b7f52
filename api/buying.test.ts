import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePreview, measure } from '@sachet/images/processing';
import { signImagePath } from '@sachet/images/signed-url';
import { GenerationResult, UnlockImageResponse } from '@sachet/shared/contracts/generation';
import { CreateUserResponse } from '@sachet/shared/contracts/user';
import { WalletEventPage, WalletSummary } from '@sachet/shared/contracts/wallet';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import type { FinalSize } from '@sachet/shared/rate-card';
import { signUpByPhone, type Person } from '../local/testing/people.ts';
import {
  asCustomer,
  createCustomer,
  previewOrder,
  respondAsync,
  send,
  somePrompt,
} from './testing/client.ts';
import { listenToEvents } from './testing/live.ts';
import { createSigners } from './signers.ts';
import { openStack, shareStack, signingSecret, type OpenStack } from './testing/stack.ts';
import { unsignedToken } from './testing/tokens.ts';

const poll = { timeout: 60_000, interval: 20 };
const account = { accountType: 'individual', firstName: 'Asha', lastName: 'Rao' };

const stacks = new Map<string, Promise<OpenStack>>();

function stackOn(queue: 'postgres' | 'redis'): Promise<OpenStack> {
  const open = stacks.get(queue) ?? (queue === 'postgres' ? shareStack() : openStack({ queue }));
  stacks.set(queue, open);
  return open;
}

afterAll(async () => {
  for (const open of stacks.values()) await (await open).stop();
});

async function disposition(url: string): Promise<string | null> {
  return (await fetch(url)).headers.get('content-disposition');
}

async function download(url: string): Promise<Uint8Array> {
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
}

describe.each(['postgres', 'redis'] as const)('with the queue on %s', (queue) => {
  let open: OpenStack;
  beforeAll(async () => {
    open = await stackOn(queue);
  });
  const url = (path: string) => open.stack.apiUrl + path;

  test('somebody signs up by phone, compares two previews, buys both and has the images', async () => {
    const { stack, books, imageFolder } = open;
    const person = await signUpByPhone();
    const customer = asCustomer(stack, person);

    const created = await customer.send('/api/user', { json: account });
    expect(created.status).toBe(201);
    const { profile, createdProfile } = CreateUserResponse.parse(created.body);
    expect(createdProfile).toBe(true);
    expect(profile).toMatchObject({ uid: person.uid, phoneNumber: person.phoneNumber });
    expect(profile.walletBalance).toBe(250);
    const again = await customer.send('/api/user', { json: account });
    expect(again.status).toBe(200);
    expect(again.body).toEqual({ profile, createdProfile: false });
    expect((await customer.send('/api/user')).body).toEqual(profile);

    const listener = await listenToEvents(stack.apiUrl, person.headers);
    const orders: [Provider, FinalSize, number][] = [
      ['google', 1024, 75],
      ['openai', 1536, 147],
    ];
    let left = 250;
    for (const [provider, size, price] of orders) {
      const order = previewOrder({ provider, aspectRatio: '4:3' });
      const started = await customer.send('/api/generate', { json: order, headers: respondAsync });
      expect(started.status).toBe(202);
      const { generationId } = GenerationResult.parse(started.body);
      expect(started.body).toMatchObject({
        prompt: order['prompt'],
        unlocked: false,
        recipe: null,
      });
      await listener.hears('generation', generationId);
      await expect
        .poll(() => customer.generation(generationId), poll)
        .toMatchObject({
          status: 'ready',
        });

      const shown = GenerationResult.parse(await customer.generation(generationId));
      expect(shown).toMatchObject({ imageUrl: null, unlocked: false, charged: null, provider });
      expect(shown.prices![size]).toBe(price);
      expect(shown.cost).toBe(shown.prices![1024]);
      const preview = await download(url(shown.previewImageUrl!));
      const measures = await measure(preview);
      expect(measures).toMatchObject({ ok: true, width: 256, height: 192 });
      const [row] = await books.query<{ original_key: string }>(
        'select original_key from generation where id = $1',
        [generationId],
      );
      const original = readFileSync(join(imageFolder, row!.original_key));
      const marked = await makePreview(original, { aspectRatio: '4:3' });
      expect(marked.ok && Buffer.from(marked.bytes).equals(preview)).toBe(true);

      const unlocked = await customer.unlock(shown, size);
      expect(unlocked.status).toBe(200);
      const { charged, imageUrl, generation } = UnlockImageResponse.parse(unlocked.body);
      expect(charged).toBe(price);
      expect(generation).toMatchObject({
        unlocked: true,
        unlockStatus: 'done',
        unlockSize: size,
        charged: price,
        imageUrl,
      });
      left -= price;
      const wallet = WalletSummary.parse(await customer.wallet());
      expect(wallet).toMatchObject({ walletBalance: left, held: 0, available: left });
      await listener.hears('wallet', wallet.walletId);
      const final = await download(`${url(imageUrl)}&download=1`);
      expect(await measure(final)).toMatchObject({
        ok: true,
        mimeType: 'image/jpeg',
        width: size,
        height: (size * 3) / 4,
      });
      // Saved, they are told apart by what they show and how large they are.
      const named = 'filename="sachet-a-blue-kite-over-a-market';
      expect(await disposition(`${url(imageUrl)}&download=1`)).toBe(
        `attachment; ${named}-${size}.jpg"`,
      );
      expect(await disposition(url(shown.previewImageUrl!))).toMatch(
        new RegExp(`^inline; ${named}-preview\\.(jpg|webp|png)"$`),
      );
    }
    listener.close();

    const { events, nextBefore } = WalletEventPage.parse(await customer.events());
    expect(events.map((each) => [each.kind, each.amount, each.held, each.balanceAfter])).toEqual([
      ['HoldCaptured', -147, -147, 28],
      ['HoldPlaced', 0, 147, 175],
      ['HoldCaptured', -75, -75, 175],
      ['HoldPlaced', 0, 75, 250],
      ['SignupBonusCredited', 250, 0, 250],
    ]);
    expect(nextBefore).toBeNull();
    const firstPage = await customer.events('?limit=2');
    const secondPage = await customer.events(`?limit=2&before=${firstPage.nextBefore}`);
    expect([...firstPage.events, ...secondPage.events]).toEqual(events.slice(0, 4));
    expect((await customer.send('/api/user')).body.lifetimeSpent).toBe(222);
    await books.expectToBeSound();
  });

  test('twenty sign-ups at once make one profile, one wallet and one bonus', async () => {
    const { stack, books } = open;
    const person = await signUpByPhone();
    const customer = asCustomer(stack, person);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => customer.send('/api/user', { json: account })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(answers.filter(({ body }) => body.createdProfile)).toHaveLength(1);
    const wallets = await books.query('select id from wallet where owner_id = $1', [person.uid]);
    expect(wallets).toHaveLength(1);
    const { walletId, walletBalance } = await customer.wallet();
    expect(walletBalance).toBe(250);
    expect(await books.kinds(walletId)).toEqual({ SignupBonusCredited: 1 });
    await books.expectToBeSound();
  });

  test('without Prefer the answer is the finished preview', async () => {
    const customer = await createCustomer(open.stack);
    for (const provider of ['google', 'openai'] as const) {
      const { status, body } = await customer.generate({ provider });
      expect(status).toBe(200);
      expect(GenerationResult.parse(body)).toMatchObject({ status: 'ready', provider });
      expect(await customer.generation(body.generationId)).toEqual(body);
    }
    const { body } = await customer.send('/api/generations?limit=1');
    expect(body.generations[0]!.provider).toBe('openai');
    const rest = await customer.send(`/api/generations?after=${body.next}`);
    expect(rest.body.generations.map((each) => each.provider)).toEqual(['google']);
    expect(rest.body.next).toBeNull();
  });

  test('unlocking twice, at once and one after the other, charges once', async () => {
    const customer = await createCustomer(open.stack);
    const preview = await customer.preview({ quality: 'speed' });
    const both = await Promise.all([1, 2, 3].map(() => customer.unlock(preview, 512)));
    const later = await customer.unlock(preview, 512);
    for (const { status, body } of [...both, later]) {
      expect(status).toBe(200);
      expect(body.charged).toBe(preview.prices![512]);
      expect(body.generation).toEqual(later.body.generation);
    }
    const { walletId, walletBalance } = await customer.wallet();
    expect(walletBalance).toBe(250 - preview.prices![512]!);
    expect(await open.books.kinds(walletId)).toMatchObject({ HoldPlaced: 1, HoldCaptured: 1 });
    const another = await customer.unlock(preview, 1024);
    expect(another.status).toBe(409);
    expect(another.body.code).toBe('wrong_state');
    await open.books.expectToBeSound();
  });

  test('an image address that was tampered with, or has expired, opens nothing', async () => {
    const customer = await createCustomer(open.stack);
    const preview = await customer.preview({ quality: 'speed' });
    const address = preview.previewImageUrl!;
    const key = new URL(url(address)).pathname.replace('/api/images/', '');
    const own = createSigners({ secret: signingSecret }).imageUrl;
    const other = createSigners({ secret: 'x'.repeat(32) }).imageUrl;
    const expired = signImagePath({ key, expiresAt: Date.now() - 1, signer: own });
    const forged = signImagePath({ key, expiresAt: Date.now() + 1e6, signer: other });
    const bad = [
      expired,
      forged,
      address.replace('/preview.webp', '/original.png'),
      address.replace('/preview.webp', '/original.jpg'),
      address.replace(/expires=\d/, 'expires=9'),
      address.replace(/signature=(.)/, (_, first) => `signature=${first === '_' ? '-' : '_'}`),
      `${address}A`,
      address.replace('/preview.webp', '/..%2f..%2fsecret.webp'),
    ];
    expect((await fetch(url(address))).status).toBe(200);
    for (const each of bad) {
      const { status, body } = await send(url(each));
      expect([each, status, body.code]).toEqual([each, 403, 'forbidden']);
    }
    const unsigned = await send(url(address.split('?')[0]!));
    expect([unsigned.status, unsigned.body.code]).toEqual([400, 'invalid']);
  });
});

describe('the stream of events', () => {
  let open: OpenStack;
  beforeAll(async () => {
    open = await stackOn('postgres');
  });

  test('tells each person of what is theirs, and of nothing else', async () => {
    const { stack } = open;
    const [one, other] = await Promise.all([createCustomer(stack), createCustomer(stack)]);
    const [toOne, toOther] = await Promise.all(
      [one, other].map(({ headers }) => listenToEvents(stack.apiUrl, headers)),
    );
    const preview = await one.preview({ quality: 'speed' });
    await one.unlock(preview, 512);
    // What comes after it shows that whatever was said before it has been heard.
    const last = await other.startPreview();
    await toOther!.hears('generation', last.generationId);
    const { walletId } = await one.wallet();
    await toOne!.hears('wallet', walletId);
    expect(new Set(toOne!.heard.map(({ id }) => id))).toEqual(
      new Set(['', preview.generationId, walletId]),
    );
    expect(new Set(toOther!.heard.map(({ id }) => id))).toEqual(new Set(['', last.generationId]));
    toOne!.close();
    toOther!.close();
  });

  test('ends with the token that it was opened with', async () => {
    const { stack } = open;
    const { uid } = await createCustomer(stack);
    const { projectId } = stack.emulator;
    const token = unsignedToken({ uid, projectId, expiresIn: 2 });
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${stack.apiUrl}/api/events`, { headers });
    expect(answer.status).toBe(200);
    // `text` resolves when the server has closed the stream.
    expect(await answer.text()).toContain('event: ready');
    expect((await send(`${stack.apiUrl}/api/wallet`, { headers })).status).toBe(401);
  });
});

describe('an Idempotency-Key', () => {
  let open: OpenStack;
  let person: Person;
  beforeAll(async () => {
    open = await stackOn('postgres');
    person = await createCustomer(open.stack);
  });

  test('brings the same preview back, however many ask at once', async () => {
    const customer = asCustomer(open.stack, person);
    const headers = { ...respondAsync, 'idempotency-key': 'preview-1' };
    const order = { prompt: somePrompt() };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => customer.generate(order, headers)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ body }) => body.generationId)).size).toBe(1);
  });

  test.each([
    ['prompt', { prompt: 'something else' }],
    ['provider', { provider: 'openai' }],
    ['quality, which is the price', { quality: 'speed' }],
    ['aspectRatio', { aspectRatio: '16:9' }],
    ['language', { language: 'hi' }],
    ['previewMax', { previewMax: 128 }],
  ])('is refused for a preview with another %s', async (field, change) => {
    const customer = asCustomer(open.stack, person);
    const headers = { ...respondAsync, 'idempotency-key': `other-${field.split(',')[0]}` };
    const order = previewOrder();
    const first = await customer.send('/api/generate', { json: order, headers });
    expect(first.status).toBe(202);
    const second = await customer.send('/api/generate', { json: { ...order, ...change }, headers });
    expect([second.status, second.body.code]).toEqual([409, 'idempotency_conflict']);
  });

  test('belongs to one person: another may use the same one', async () => {
    const other = await createCustomer(open.stack);
    const { status, body } = await other.generate({}, { 'idempotency-key': 'preview-1' });
    expect(status).toBe(200);
    expect(body.prompt).not.toBe('');
  });

  test('is refused for the unlock of another preview, or of another size', async () => {
    const customer = await createCustomer(open.stack);
    const [first, second] = await Promise.all([
      customer.preview({ quality: 'speed' }),
      customer.preview({ quality: 'speed' }),
    ]);
    const headers = { 'idempotency-key': 'unlock-1' };
    const paid = await customer.unlock(first, 512, headers);
    expect(paid.status).toBe(200);
    expect((await customer.unlock(first, 512, headers)).body).toEqual(paid.body);
    const before = await open.books.mark();
    const other = await customer.unlock(second, 512, headers);
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict']);
    const larger = await customer.unlock(first, 1024, headers);
    expect(larger.status).toBe(409);
    expect(await open.books.mark()).toBe(before);

    const racing = { 'idempotency-key': 'unlock-2' };
    const third = await customer.preview({ quality: 'speed' });
    const race = await Promise.all([
      customer.unlock(second, 512, racing),
      customer.unlock(third, 512, racing),
    ]);
    expect(race.map(({ status }) => status).sort()).toEqual([200, 409]);
    await open.books.expectToBeSound();
  });
});
