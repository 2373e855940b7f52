import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runAuditPass } from '@sachet/db/checks/pass';
import { createLedger } from '@sachet/db/ledger/ledger';
import { verifyWhole } from '@sachet/db/checks/run';
import { processImage } from '@sachet/adapters/images/process-image';
import { signImagePath } from '@sachet/adapters/images/signed-url';
import {
  GenerationResult,
  UnlockImageResponse,
  type PictureModels,
  type ProviderUses,
} from '@sachet/shared/studio/contracts/generation';
import type { Statement } from '@sachet/shared/wallet/contracts/statement';
import { CreateUserResponse } from '@sachet/shared/people/contracts/user';
import { WalletEventPage, WalletSummary } from '@sachet/shared/wallet/contracts/wallet';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import type { FinalSize } from '@sachet/shared/models/rate-card';
import { signUpByPhone, type Person } from '../../dev/local/testing/people.ts';
import {
  asCustomer,
  createCustomer,
  previewOrder,
  respondAsync,
  send,
  somePrompt,
} from '../testing/client.ts';
import { listenToEvents } from '../testing/live.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { createSigners } from '../identity/signers.ts';
import { shareStack, signingSecret, type OpenStack } from '../testing/stack.ts';
import { unsignedToken } from '../testing/tokens.ts';

const poll = { timeout: 60_000, interval: 20 };
const account = { accountType: 'individual', firstName: 'Asha', lastName: 'Rao' };

let open: OpenStack;
beforeAll(async () => {
  open = await shareStack();
});
afterAll(() => open?.stop());

const url = (path: string) => open.stack.apiUrl + path;

async function disposition(url: string): Promise<string | null> {
  return (await fetch(url)).headers.get('content-disposition');
}

async function download(url: string): Promise<Uint8Array> {
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
}

describe('a purchase', () => {
  test('a user signs up by phone, compares two previews, buys both and gets the images', async () => {
    const { stack, books } = open;
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
      const measures = await processImage('measure', [preview]);
      expect(measures).toMatchObject({ ok: true, width: 256, height: 192 });
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
      expect(await processImage('measure', [final])).toMatchObject({
        ok: true,
        mimeType: 'image/jpeg',
        width: size,
        height: (size * 3) / 4,
      });
      // Saved files have distinct names with the subject and the size.
      const named = 'filename="sachet-a-blue-kite-over-a-market';
      expect(await disposition(`${url(imageUrl)}&download=1`)).toBe(
        `attachment; ${named}-${size}.jpg"`,
      );
      expect(await disposition(url(shown.previewImageUrl!))).toMatch(
        new RegExp(`^inline; ${named}-preview\\.(jpg|webp|png)"$`),
      );
    }
    listener.close();

    const { items: events, next } = WalletEventPage.parse(await customer.events());
    expect(events.map((each) => [each.kind, each.amount, each.held, each.balanceAfter])).toEqual([
      ['HoldCaptured', -147, -147, 28],
      ['HoldPlaced', 0, 147, 175],
      ['HoldCaptured', -75, -75, 175],
      ['HoldPlaced', 0, 75, 250],
      ['SignupBonusCredited', 250, 0, 250],
    ]);
    expect(next).toBeNull();
    const firstPage = await customer.events('?limit=2');
    const secondPage = await customer.events(`?limit=2&after=${firstPage.next}`);
    expect([...firstPage.items, ...secondPage.items]).toEqual(events.slice(0, 4));
    expect((await customer.send('/api/user')).body.lifetimeSpent).toBe(222);
    await books.expectToBeSound();
  });

  test('a request without the Prefer header is answered with the finished preview', async () => {
    const customer = await createCustomer(open.stack);
    for (const provider of ['google', 'openai'] as const) {
      const { status, body } = await customer.generate({ provider });
      expect(status).toBe(200);
      expect(GenerationResult.parse(body)).toMatchObject({ status: 'ready', provider });
      expect(await customer.generation(body.generationId)).toEqual(body);
    }
    const { body } = await customer.send('/api/generations?limit=1');
    expect(body.items[0]!.provider).toBe('openai');
    const rest = await customer.send(`/api/generations?after=${body.next}`);
    expect(rest.body.items.map((each) => each.provider)).toEqual(['google']);
    expect(rest.body.next).toBeNull();
  });

  test('concurrent unlocks of four images, with money for three, and a later one pay for three once', async () => {
    const customer = await createCustomer(open.stack);
    const previews = await Promise.all(Array.from({ length: 4 }, () => customer.preview()));
    expect(previews.map(({ cost }) => cost)).toEqual(Array(4).fill(75));
    const answers = await Promise.all(
      Array.from({ length: 24 }, async (_, i) => {
        const preview = previews[i % 4]!;
        return { id: preview.generationId, answer: await customer.unlock(preview) };
      }),
    );
    const after = await Promise.all(previews.map((each) => customer.generation(each.generationId)));
    expect(after.map((each) => each.unlockStatus).sort()).toEqual(['done', 'done', 'done', 'none']);
    const paid = after.filter((each) => each.unlocked).map((each) => each.generationId);
    for (const { answer } of answers.filter(({ id }) => paid.includes(id))) {
      expect([answer.status, answer.body.charged]).toEqual([200, 75]);
    }
    for (const { answer } of answers.filter(({ id }) => !paid.includes(id))) {
      expectRefusal(answer, 'insufficient_funds');
    }
    const again = previews.find(({ generationId }) => generationId === paid[0])!;
    expect((await customer.unlock(again)).body.charged).toBe(75);
    const { walletId, ...wallet } = await customer.wallet();
    expect(wallet).toMatchObject({ walletBalance: 25, held: 0, available: 25 });
    expect(await open.books.kinds(walletId)).toEqual({
      SignupBonusCredited: 1,
      HoldPlaced: 3,
      HoldCaptured: 3,
    });
    await open.books.expectToBeSound();
  });

  test('an image address that was changed or has expired is refused', async () => {
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

describe('a picture that was bought', () => {
  const readCaptures = (walletId: string) =>
    open.books.query<{ seq: number; amount_paise: number; upgrades_seq: number | null }>(
      `select seq, amount_paise, upgrades_seq from ledger_event
        where wallet_id = $1 and kind = 'HoldCaptured' order by seq`,
      [walletId],
    );

  test('a preview names its model and the model of the final picture, and a bought picture the final model', async () => {
    const [sketch, final] = ['Gemini 3.1 Flash Lite Image', 'Gemini Nano Banana 2.1'];
    const { body: models } = await send<PictureModels>(url('/api/picture-models'));
    expect(models.image.quality.google).toBe(final);
    const customer = await createCustomer(open.stack);
    const preview = await customer.preview({ quality: 'quality' });
    expect(preview).toMatchObject({ modelName: sketch, finalModelName: final });
    await customer.unlock(preview, 512);
    const bought = await customer.generation(preview.generationId);
    expect([bought.modelName, bought.modelId]).toEqual([final, preview.finalModelId]);
    const { body: list } = await customer.send('/api/generations');
    expect(list.items[0]!.modelName).toBe(final);
    const { body: statement } = await customer.send<Statement>('/api/statement?kind=spent');
    expect(statement.items[0]!.modelName).toBe(final);
    // The recipe of the preview is unchanged.
    expect(bought.recipe).toEqual(preview.recipe);
  });

  test('a picture of a model that draws only 1K is not sold in a larger size', async () => {
    const customer = await createCustomer(open.stack);
    const preview = await customer.preview({ quality: 'speed' });
    expect(Object.keys(preview.pricesNow!)).toEqual(['512', '1024']);
    const before = await open.books.mark();
    expectRefusal(await customer.unlock(preview, 1536), 'wrong_state');
    expect(await open.books.mark()).toBe(before);
    expect((await customer.unlock(preview, 1024)).body.charged).toBe(preview.prices![1024]);
    const { body } = await customer.send<ProviderUses>('/api/providers');
    expect(body.google!.largestSizes.image).toEqual({ quality: null, speed: 1024 });
  });

  test('buying a picture larger, step by step, costs the price of the largest size in total', async () => {
    const customer = await createCustomer(open.stack);
    const preview = await customer.preview();
    expect(preview.pricesNow).toEqual({ 512: 45, 1024: 75, 1536: 113, 2048: 150 });
    const steps: [FinalSize, number, object][] = [
      [512, 45, { 1024: 30, 1536: 68, 2048: 105 }],
      [1024, 30, { 1536: 38, 2048: 75 }],
      [2048, 75, {}],
    ];
    for (const [size, price, pricesNow] of steps) {
      const { status, body } = await customer.unlock(preview, size);
      expect([status, body.charged]).toEqual([200, price]);
      expect(body.generation).toMatchObject({ boughtSize: size, unlockSize: size, pricesNow });
      const picture = await processImage('measure', [await download(url(body.imageUrl))]);
      expect(picture).toMatchObject({ ok: true, width: size, height: size });
    }
    const { walletId, walletBalance } = await customer.wallet();
    expect(walletBalance).toBe(100);
    expect(await customer.generation(preview.generationId)).toMatchObject({
      charged: 150,
      charges: [45, 30, 75],
      unlocked: true,
    });
    expect(await readCaptures(walletId)).toEqual([
      { seq: 3, amount_paise: -45_00, upgrades_seq: null },
      { seq: 5, amount_paise: -30_00, upgrades_seq: 3 },
      { seq: 7, amount_paise: -75_00, upgrades_seq: 5 },
    ]);
    const { body: statement } = await customer.send<Statement>('/api/statement?kind=spent');
    expect(statement.items).toMatchObject([
      { amount: -75, finalSize: 2048, smallerSize: 1024 },
      { amount: -30, finalSize: 1024, smallerSize: 512 },
      { amount: -45, finalSize: 512, smallerSize: null },
    ]);
    const before = await open.books.mark();
    const smaller = await customer.unlock(preview, 1536);
    expect([smaller.status, smaller.body.code]).toEqual([409, 'wrong_state']);
    expect((await customer.unlock(preview, 2048)).body.charged).toBe(75);
    expect(await open.books.mark()).toBe(before);
    await open.books.expectToBeSound();
    // Null while the worker makes a pass.
    await expect
      .poll(() => runAuditPass(open.stack.database.ownerUrl))
      .toMatchObject({ findings: [] });
    expect(
      (await verifyWhole({ connectionString: open.stack.database.ownerUrl })).findings,
    ).toEqual([]);
  });

  test('concurrent requests buy a larger copy of a bought picture once, in one of two sizes', async () => {
    const customer = await createCustomer(open.stack);
    const preview = await customer.preview({ quality: 'speed' });
    const { pricesNow } = (await customer.unlock(preview, 512)).body.generation;
    const { recipe } = preview;
    // Each request has the price that was shown. A request that arrives after another size was bought is
    // refused too.
    const both = await Promise.all(
      Array.from({ length: 10 }, (_, i) => {
        const finalSize = i % 2 ? 1536 : 1024;
        const json = { recipe, finalSize, price: pricesNow![finalSize] };
        return customer.send('/api/unlock-image', { json });
      }),
    );
    const { charges, boughtSize } = await customer.generation(preview.generationId);
    expect(charges).toHaveLength(2);
    expect(charges[0]! + charges[1]!).toBe(preview.prices![boughtSize!]);
    const isBought = (_: unknown, i: number) => (i % 2 ? 1536 : 1024) === boughtSize;
    for (const { status, body } of both.filter(isBought)) {
      expect([status, body.charged]).toEqual([200, charges[1]]);
    }
    for (const { status, body } of both.filter((each, i) => !isBought(each, i))) {
      expect(`${status} ${body.code}`).toMatch(/^409 (wrong_state|offer_changed)$/);
    }
    expect(await readCaptures((await customer.wallet()).walletId)).toHaveLength(2);
    await open.books.expectToBeSound();
  });

  test('a bought picture stays unlocked when its larger copy fails, and the failure costs nothing', async () => {
    const customer = await createCustomer(open.stack);
    const preview = await customer.preview();
    const { body: bought } = await customer.unlock(preview, 512);
    const [row] = await open.books.query<{ original_key: string }>(
      'select original_key from generation where id = $1',
      [preview.generationId],
    );
    const original = join(open.imageFolder, row!.original_key);
    renameSync(original, `${original}.away`);
    const { status, body } = await customer.unlock(preview, 1024);
    expect([status, body.code]).toEqual([502, 'generation_failed']);
    expect(body).toMatchObject({
      unlocked: true,
      unlockStatus: 'failed',
      boughtSize: 512,
      charges: [45],
      pricesNow: bought.generation.pricesNow,
    });
    expect(await download(url(body.imageUrl))).toEqual(await download(url(bought.imageUrl)));
    const { walletId, ...wallet } = await customer.wallet();
    expect(wallet).toMatchObject({ walletBalance: 205, held: 0 });
    expect(await open.books.kinds(walletId)).toMatchObject({ HoldVoided: 1, HoldCaptured: 1 });
    renameSync(`${original}.away`, original);
    expect((await customer.unlock(preview, 1024)).body.charged).toBe(30);
    await open.books.expectToBeSound();
  });

  test('after a refund of the first charge, a larger copy costs its whole price', async () => {
    const customer = await createCustomer(open.stack);
    const preview = await customer.preview();
    await customer.unlock(preview, 512);
    const { walletId } = await customer.wallet();
    await givenBack(walletId, 3, 45_00);
    expect((await customer.generation(preview.generationId)).pricesNow).toMatchObject({ 1024: 75 });
    const { body } = await customer.unlock(preview, 1024);
    expect(body.charged).toBe(75);
    expect((await readCaptures(walletId)).map(({ upgrades_seq }) => upgrades_seq)).toEqual([
      null,
      null,
    ]);
    await open.books.expectToBeSound();
  });

  test('a picture is not sold at a price or from a model that its buyer was not shown', async () => {
    const customer = await createCustomer(open.stack);
    const preview = await customer.preview();
    const order = { recipe: preview.recipe, finalSize: 1024, price: 75 };
    const before = await open.books.mark();
    const offers = [
      { price: 74 },
      { price: 0 },
      { price: 75.001 },
      { finalModelId: 'gemini-3.1-flash-lite-image' },
    ];
    for (const offer of offers) {
      const { status, body } = await customer.send('/api/unlock-image', {
        json: { ...order, ...offer },
      });
      expect([offer, status, body.code]).toEqual([offer, 409, 'offer_changed']);
    }
    expect(await open.books.mark()).toBe(before);
    const json = { ...order, finalModelId: preview.finalModelId };
    expect((await customer.send('/api/unlock-image', { json })).status).toBe(200);
  });

  async function givenBack(walletId: string, chargeSeq: number, amountPaise: number) {
    const ledger = createLedger({ connectionString: open.stack.database.ownerUrl });
    const key = { idempotencyKey: `refund:${chargeSeq}`, actor: 'test' };
    const outcome = await ledger.append({
      type: 'RefundCharge',
      walletId,
      chargeSeq,
      amountPaise,
      ...key,
    });
    await ledger.close();
    expect(outcome.ok).toBe(true);
  }
});

describe('the stream of events', () => {
  test('the stream of events sends each user only their own events', async () => {
    const { stack } = open;
    const [one, other] = await Promise.all([createCustomer(stack), createCustomer(stack)]);
    const [toOne, toOther] = await Promise.all(
      [one, other].map(({ headers }) => listenToEvents(stack.apiUrl, headers)),
    );
    const preview = await one.preview({ quality: 'speed' });
    await one.unlock(preview, 512);
    // A later event shows that all earlier ones have been received.
    const last = await other.startPreview();
    await toOther!.hears('generation', last.generationId);
    const [{ walletId }, { walletId: othersWallet }] = await Promise.all([
      one.wallet(),
      other.wallet(),
    ]);
    await toOne!.hears('wallet', walletId);
    expect(new Set(toOne!.heard.map(({ id }) => id))).toEqual(
      new Set(['', preview.generationId, walletId]),
    );
    // The event of their sign-up bonus may arrive only now.
    const ofOther = new Set(toOther!.heard.map(({ id }) => id));
    ofOther.delete(othersWallet);
    expect(ofOther).toEqual(new Set(['', last.generationId]));
    toOne!.close();
    toOther!.close();
  });

  test('the stream of events ends when its token expires', async () => {
    const { stack } = open;
    const { uid } = await createCustomer(stack);
    const { projectId } = stack.emulator;
    const token = unsignedToken({ uid, projectId, expiresIn: 6 });
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${stack.apiUrl}/api/events`, { headers });
    expect(answer.status).toBe(200);
    // `text` resolves when the server has closed the stream.
    expect(await answer.text()).toContain('event: ready');
    expect((await send(`${stack.apiUrl}/api/wallet`, { headers })).status).toBe(401);
  });
});

describe('an Idempotency-Key', () => {
  let person: Person;
  beforeAll(async () => {
    person = await createCustomer(open.stack);
  });

  test('an Idempotency-Key returns the same preview to all concurrent requests', async () => {
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
    ['language', { language: 'hi' }],
  ])('an Idempotency-Key is refused for a preview with another %s', async (field, change) => {
    const customer = asCustomer(open.stack, person);
    const headers = { ...respondAsync, 'idempotency-key': `other-${field.split(',')[0]}` };
    const order = previewOrder();
    const first = await customer.send('/api/generate', { json: order, headers });
    expect(first.status).toBe(202);
    const second = await customer.send('/api/generate', { json: { ...order, ...change }, headers });
    expect([second.status, second.body.code]).toEqual([409, 'idempotency_conflict']);
  });

  test('an Idempotency-Key belongs to one user: another user may use the same one', async () => {
    const other = await createCustomer(open.stack);
    const { status, body } = await other.generate({}, { 'idempotency-key': 'preview-1' });
    expect(status).toBe(200);
    expect(body.prompt).not.toBe('');
  });

  test('an Idempotency-Key is refused for the unlock of another preview or size', async () => {
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
