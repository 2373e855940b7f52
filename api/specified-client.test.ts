// A client that sends only the payloads of the specification's table of calls (docs/product.md, API).
import { photo } from '@sachet/adapters/images/testing/photos';
import type { AdminModelsResponse } from '@sachet/shared/models/contracts/admin-models';
import type { ChatEvent } from '@sachet/shared/chat/contracts/chat';
import { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import { pictureProviders } from '@sachet/shared/providers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUpByPhone, signUpWithEmail } from '../dev/local/testing/people.ts';
import { parseEvent } from './testing/chat.ts';
import {
  asCustomer,
  createCustomer,
  send,
  somePrompt,
  toUpload,
  type Customer,
  type Sent,
} from './testing/client.ts';
import { foundOrganization, someEmail } from './testing/organization.ts';
import { openCounter, toCallback } from './testing/payments.ts';
import { expectRefusal } from './testing/refusals.ts';
import { readMessages } from './testing/server-sent-events.ts';
import { openAdministeredStack, type AdministeredStack } from './testing/users-admin.ts';

let open: AdministeredStack;
let image: { data: string; mimeType: string };
beforeAll(async () => {
  open = await openAdministeredStack({ withoutWorker: false });
  image = toUpload(await photo(320, 240));
});
afterAll(async () => {
  await open?.books.expectToBeSound();
  await open?.stop();
});

/** The fields of all answers, because each test knows which answer it expects. */
// oxlint-disable-next-line typescript/no-explicit-any
type Answered = Record<string, any>;

/** Sends a request and returns its answer. Throws unless the status is 200 or 201. */
async function call(by: Customer, path: string, json?: object, sent: Sent = {}): Promise<Answered> {
  const { status, body } = await by.send<Answered>(path, { ...sent, json });
  if (status !== 200 && status !== 201)
    throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

const generate = (by: Customer, order: object = {}) =>
  call(by, '/api/generate', {
    prompt: somePrompt(),
    language: 'en',
    mode: 'general',
    provider: 'google',
    quality: 'quality',
    ...order,
  });

const generateImage = (by: Customer, order: object = {}) =>
  generate(by, { mode: 'image', aspectRatio: '1:1', previewMax: 256, ...order });

/** The amounts in paise, oldest first, of all charges to the wallet that this person pays from. */
async function readCharges(by: Customer): Promise<number[]> {
  const { walletId } = await by.wallet();
  const rows = await open.books.query<{ amount_paise: number }>(
    `select amount_paise from ledger_event
      where wallet_id = $1 and kind in ('Charged', 'HoldCaptured') order by seq`,
    [walletId],
  );
  return rows.map((row) => row.amount_paise);
}

describe('POST /api/user', () => {
  const names = { firstName: 'Asha', lastName: 'Verma' };

  test.each([
    ['an individual by phone', signUpByPhone, { accountType: 'individual', ...names }],
    ['an individual by email', signUpWithEmail, { accountType: 'individual', ...names }],
    [
      'an organization by phone',
      signUpByPhone,
      { accountType: 'organization', orgName: 'Chai & Co.', ...names },
    ],
  ])('the specified payload creates a profile for %s', async (_name, signUp, payload) => {
    const person = asCustomer(open.stack, await signUp());
    const { createdProfile } = await call(person, '/api/user', payload);
    expect(createdProfile).toBe(true);
    expect((await person.wallet()).walletBalance).toBe(250);
  });
});

describe('POST /api/generate', () => {
  test.each(pictureProviders)(
    'the specified payload makes a result in each mode with %s',
    async (provider) => {
      const customer = await createCustomer(open.stack);
      const answers = [
        await generate(customer, { provider }),
        await generate(customer, { provider, mode: 'instagram', image }),
        await generate(customer, { provider, mode: 'instagram_ideas' }),
        await generateImage(customer, { provider }),
        await generateImage(customer, { provider, mode: 'edit_image', image }),
      ];
      for (const answer of answers) {
        expect(GenerationResult.parse(answer)).toMatchObject({ status: 'ready', provider });
      }
      expect(await readCharges(customer)).toEqual([]);
    },
  );
});

describe('POST /api/unlock with a modelId', () => {
  test("the caller's newest text by this model is unlocked and charged once, by concurrent requests too", async () => {
    const customer = await createCustomer(open.stack);
    const older = await generate(customer);
    const newer = await generate(customer);
    const { modelId, cost } = newer;
    expect(older.modelId).toBe(modelId);
    await generate(customer, { provider: 'openai' });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => call(customer, '/api/unlock', { modelId })),
    );
    for (const { charged, generation } of answers) {
      expect([charged, generation.generationId]).toEqual([cost, newer.generationId]);
    }
    expect(await readCharges(customer)).toEqual([-100 * cost]);
    expect((await customer.generation(older.generationId)).unlocked).toBe(false);
  });

  test('a text of another user is not unlocked, and the refusal names the field that is missing', async () => {
    const [owner, other] = [await createCustomer(open.stack), await createCustomer(open.stack)];
    const { modelId } = await generate(owner);
    const answer = await other.send('/api/unlock', { json: { modelId } });
    expectRefusal(answer, 'invalid', 'generationId');
    expect(answer.body.error).toContain('Send the generationId');
    expect([await readCharges(owner), await readCharges(other)]).toEqual([[], []]);
  });

  test('while a newer text by this model is being written, neither text is sold without its id', async () => {
    const customer = await createCustomer(open.stack);
    const { modelId, generationId, cost } = await generate(customer);
    const prompt = `${somePrompt()} [[latency:60000]]`;
    const slow = await customer.startPreview({ mode: 'general', prompt });
    const answer = await customer.send('/api/unlock', { json: { modelId } });
    expectRefusal(answer, 'invalid', 'generationId');
    expect(answer.body.error).toContain('A newer text by this model is being written.');
    await call(customer, '/api/unlock', { modelId, generationId });
    expect(await readCharges(customer)).toEqual([-100 * cost]);
    await customer.cancel(slow.generationId);
  });
});

describe('POST /api/unlock-image with a recipe', () => {
  test('the recipe of a preview unlocks that preview at 1024 px, although a newer one is equal', async () => {
    const customer = await createCustomer(open.stack);
    const prompt = somePrompt();
    const wanted = await generateImage(customer, { prompt });
    const newer = await generateImage(customer, { prompt });
    const { recipe } = wanted;
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => call(customer, '/api/unlock-image', { recipe })),
    );
    for (const { charged, imageUrl, generation } of answers) {
      expect([charged, generation.generationId]).toEqual([75, wanted.generationId]);
      expect((await fetch(open.stack.apiUrl + imageUrl)).status).toBe(200);
    }
    expect(await readCharges(customer)).toEqual([-7_500]);
    expect((await customer.generation(newer.generationId)).unlocked).toBe(false);
  });

  test('a final size other than the default is charged at its price', async () => {
    const customer = await createCustomer(open.stack);
    const { recipe, prices } = await generateImage(customer, { provider: 'openai' });
    const { charged } = await call(customer, '/api/unlock-image', { recipe, finalSize: 512 });
    expect(charged).toBe(prices['512']);
    expect(await readCharges(customer)).toEqual([-100 * charged]);
  });

  test('a recipe without its generationId is refused with the reason, and one of another user is not found', async () => {
    const [owner, other] = [await createCustomer(open.stack), await createCustomer(open.stack)];
    const { recipe } = await generateImage(owner);
    const { generationId: _, ...anonymous } = recipe;
    const refused = await owner.send('/api/unlock-image', { json: { recipe: anonymous } });
    expectRefusal(refused, 'invalid', 'recipe.generationId');
    expect(refused.body.error).toContain('as /api/generate returned it');
    expectRefusal(await other.send('/api/unlock-image', { json: { recipe } }), 'not_found');
    expect([await readCharges(owner), await readCharges(other)]).toEqual([[], []]);
  });
});

describe('a top-up', () => {
  test('an order and its verification with the specified fields credit the payment once', async () => {
    const customer = await createCustomer(open.stack);
    const { orderId, keyId } = await call(customer, '/api/razorpay-order', { amount: 500 });
    expect(keyId).toMatch(/^rzp_/);
    const paymentId = await openCounter(open.stack.razorpayUrl).pay(orderId);
    const verification = { ...toCallback(orderId, paymentId), amount: 500 };
    for (let i = 0; i < 2; i++) await call(customer, '/api/razorpay-verify', verification);
    const { walletId, walletBalance } = await customer.wallet();
    expect(walletBalance).toBe(750);
    expect(await open.books.kinds(walletId)).toEqual({ SignupBonusCredited: 1, TopUpCredited: 1 });
  });
});

describe('chat', () => {
  async function chat(by: Customer, json: object): Promise<ChatEvent[]> {
    const answer = await fetch(`${open.stack.apiUrl}/api/chat`, {
      method: 'POST',
      headers: { ...by.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ provider: 'google', language: 'en', ...json }),
    });
    if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
    const events: ChatEvent[] = [];
    for await (const message of readMessages(answer.body!)) events.push(parseEvent(message));
    return events;
  }

  test('the sixth reply pays for a block at the listed price, which the request does not name', async () => {
    const customer = await createCustomer(open.stack);
    let conversationId: string | undefined;
    for (let turn = 0; turn < 7; turn++) {
      const prompt = `${somePrompt()} [[slow:0]]`;
      const events = await chat(customer, {
        prompt,
        ...(conversationId ? { conversationId } : { seedAssistant: 'Kites sell in January.' }),
      });
      const [first] = events;
      if (first?.event === 'conversation') ({ conversationId } = first.data);
      const paid = events.flatMap((each) => (each.event === 'billing' ? [each.data.inr] : []));
      expect(paid).toEqual(turn === 5 ? [15] : []);
      expect(events.at(-1)!.event).toBe('done');
    }
    expect(await readCharges(customer)).toEqual([-1_500]);

    const id = conversationId!;
    const { conversations } = await call(customer, '/api/conversations?after=&limit=20');
    expect(conversations.map((each: Answered) => each.id)).toEqual([id]);
    expect((await call(customer, `/api/conversations?after=${id}&limit=20`)).conversations).toEqual(
      [],
    );
    const renamed = await customer.send(`/api/conversation?id=${id}`, {
      method: 'PATCH',
      json: { title: 'Kites' },
    });
    expect(renamed.status).toBe(200);
    const removed = await customer.send(`/api/conversation?id=${id}`, { method: 'DELETE' });
    expect(removed.status).toBe(204);
    expect((await call(customer, '/api/conversations?limit=20')).conversations).toEqual([]);
  });
});

test('GET /api/geo answers with a country code and needs no token', async () => {
  const { status, body } = await send<Answered>(`${open.stack.apiUrl}/api/geo`);
  expect(status).toBe(200);
  expect(body).toHaveProperty('countryCode');
});

test('POST /api/organization invites an address with action, email and organizationId', async () => {
  const { organizationId, ...founder } = await foundOrganization(open.stack);
  const email = someEmail();
  await call(founder, '/api/organization', { action: 'invite', email, organizationId });
  expect((await founder.organization()).invites).toMatchObject([{ email }]);
});

describe('models and balances of a super admin', () => {
  test('the models are read, saved as they are, and synced', async () => {
    const [admin] = open.admins;
    expect((await call(admin, '/api/admin/me')).isSuperAdmin).toBe(true);
    const before = (await call(admin, '/api/admin/models')) as AdminModelsResponse;
    const updates = before.models.map(({ id, enabled, status }) => ({ id, enabled, status }));
    const { defaults } = before;
    await call(admin, '/api/admin/models', { updates });
    const after = await call(admin, '/api/admin/models', { updates, defaults });
    expect(after).toMatchObject({ models: before.models, defaults });
    const synced = await admin.send<Answered>('/api/admin/sync-now', { method: 'POST' });
    expect(synced.status).toBe(200);
    expect([synced.body.new, synced.body.deprecated].every(Array.isArray)).toBe(true);
  });

  test('the balances of both providers are saved and read', async () => {
    const [admin] = open.admins;
    const path = '/api/admin/provider-balances';
    const saved = {
      openai: { balanceUSD: 12.34, thresholdUSD: 5, notes: 'card' },
      gemini: { balanceUSD: null, thresholdUSD: null, notes: '' },
    };
    await call(admin, path, saved);
    expect(await call(admin, path)).toMatchObject(saved);
  });
});

describe('POST /api/admin/users', () => {
  const act = (json: object) => call(open.admins[0], '/api/admin/users', json);

  test('a user is disabled, enabled, edited, reset and deleted with uid and action', async () => {
    const { uid } = await createCustomer(open.stack);
    await act({ uid, action: 'disable' });
    await act({ uid, action: 'enable' });
    const names = { firstName: 'Meera', lastName: 'Nair', phoneNumber: '+919876500000' };
    await act({ uid, action: 'update-profile', ...names });
    await act({ uid, action: 'reset-claims' });
    expect((await open.detail(uid)).profile).toMatchObject(names);
    await act({ uid, action: 'delete' });
    const { items } = await call(open.admins[0], `/api/admin/audit?uid=${uid}`);
    expect(items.map((item: Answered) => item.action)).toEqual(
      expect.arrayContaining(['disable', 'enable', 'update-profile', 'reset-claims', 'delete']),
    );
  });

  test('add-credits with an amount alone adds and deducts, each request once, with the reason "not given"', async () => {
    const customer = await createCustomer(open.stack);
    const { uid } = customer;
    expect(await act({ uid, action: 'add-credits', amount: 10.5 })).toMatchObject({
      walletBalance: 260.5,
    });
    for (let i = 0; i < 2; i++) await act({ uid, action: 'add-credits', amount: -5 });
    const { walletId } = await customer.wallet();
    const events = await open.books.query(
      `select amount_paise, reason from ledger_event
        where wallet_id = $1 and kind = 'AdjustedByAdmin' order by seq`,
      [walletId],
    );
    const reason = 'not given';
    expect(events).toEqual([
      { amount_paise: 1_050, reason },
      { amount_paise: -500, reason },
      { amount_paise: -500, reason },
    ]);
  });

  test('add-credits above the limit of one admin still waits for a second one', async () => {
    const customer = await createCustomer(open.stack);
    const { uid } = customer;
    const json = { uid, action: 'add-credits', amount: 60_000 };
    const { status, body } = await open.admins[0].send<Answered>('/api/admin/users', { json });
    expect([status, body.proposal.reason]).toEqual([202, 'not given']);
    expect((await customer.wallet()).walletBalance).toBe(250);
  });

  test('set-role with a role, and with an organization, changes the user or waits for a second admin', async () => {
    const { organizationId } = await foundOrganization(open.stack);
    const { uid } = await createCustomer(open.stack);
    const [proposer, approver] = open.admins;
    const json = { uid, action: 'set-role', role: 'user', organizationId };
    const { status, body } = await proposer.send<Answered>('/api/admin/users', { json });
    expect(status).toBe(202);
    const { proposalId } = body.proposal;
    await call(approver, '/api/admin/proposals', { proposalId, decision: 'approve' });
    expect((await open.detail(uid)).profile).toMatchObject({ role: 'user', organizationId });
    await act({ uid, action: 'set-role', role: 'user' });
    await act({ uid, action: 'set-role', role: 'user', organizationId: '' });
    expect((await open.detail(uid)).profile).toMatchObject({ organizationId: null });
  });
});

test('users, their details, the metrics and the organizations are read without further parameters', async () => {
  const [admin] = open.admins;
  const { uid } = await createCustomer(open.stack);
  const { users, nextPageToken } = await call(admin, '/api/admin/users');
  expect(users.map((user: Answered) => user.uid)).toContain(uid);
  expect(nextPageToken).toBeNull();
  expect(await call(admin, '/api/admin/users?pageToken=')).toHaveProperty('users');
  const detail = await call(admin, `/api/admin/user-detail?uid=${uid}`);
  expect(detail).toMatchObject({ user: { uid }, organization: null, isTargetSuper: false });
  expect(await call(admin, '/api/admin/metrics')).toHaveProperty('totalWalletSum');
  const { id, name } = await (await foundOrganization(open.stack, 'Kites of Kutch')).organization();
  const { organizations } = await call(admin, '/api/admin/organizations?q=Kutch');
  expect(organizations).toMatchObject([{ id, name, walletBalance: 250 }]);
});
