import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createKysely, createPool } from '@sachet/db/connect';
import { closeAccount } from '@sachet/flows/people/close-account';
import { photo } from '@sachet/adapters/images/testing/photos';
import type { ClosingPreview } from '@sachet/shared/people/contracts/account';
import type { Brand } from '@sachet/shared/studio/contracts/brand';
import type { Friends, MadeGiftCode } from '@sachet/shared/people/contracts/growth';
import {
  createCustomer,
  respondAsync,
  send,
  type Answer,
  type AnyBody,
  type Customer,
} from '../testing/client.ts';
import { addMember, foundOrganization } from '../testing/organization.ts';
import { toCallback, openCounter, createPayer, type Counter } from '../testing/payments.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { impatient, openStack, type OpenStack } from '../testing/stack.ts';
import { createSuperAdmin } from '../testing/super-admin.ts';

let open: OpenStack;
let counter: Counter;
let admin: Customer;
beforeAll(async () => {
  open = await openStack({ limits: impatient });
  counter = openCounter(open.stack.razorpayUrl);
  admin = await createSuperAdmin(open);
});
afterAll(() => open?.stop());

const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

async function pay(customer: Customer, rupees: number, markers = ''): Promise<string> {
  const payer = createPayer(customer);
  const { orderId } = await payer.order(rupees);
  if (markers) await counter.mark(orderId, markers);
  const paymentId = await counter.pay(orderId);
  expect((await payer.verify(toCallback(orderId, paymentId))).body.status).toBe('credited');
  return paymentId;
}

const close = (customer: Customer, json: object = { confirm: 'CLOSE' }) =>
  customer.send('/api/account/close', { json });

async function preview(customer: Customer): Promise<ClosingPreview> {
  const { status, body } = await customer.send<ClosingPreview>('/api/account/closing');
  expect(status).toBe(200);
  return body;
}

/** `[kind, counter account, rupees]`, without reservations. */
const moved = (walletId: string) =>
  open.books
    .query<{ row: [string, string, number] }>(
      `select json_build_array(kind, counter_account, amount_paise / 100) as row from ledger_event
        where wallet_id = $1 and amount_paise <> 0 order by seq`,
      [walletId],
    )
    .then((rows) => rows.map(({ row }) => row));

const isCleared = (walletId: string) =>
  soon(async () => {
    const [closing] = await open.books.query<{ cleared_at: Date | null }>(
      'select cleared_at from wallet_closing where wallet_id = $1',
      [walletId],
    );
    expect(closing?.cleared_at).toBeInstanceOf(Date);
  });

const bonus = ['SignupBonusCredited', 'promotions', 250];
const paidIn = (rupees: number) => ['TopUpCredited', 'gateway:razorpay', rupees];
const sentBack = (rupees: number) => ['TopUpRefunded', 'gateway:razorpay', -rupees];
const cleared = (to: string, rupees: number) => ['WalletCleared', to, -rupees];

describe('closing an account', () => {
  test('closing an account returns unspent paid money, ends the bonus and erases the person', async () => {
    const customer = await createCustomer(open.stack);
    const first = await pay(customer, 500);
    const second = await pay(customer, 200);
    const generation = await customer.preview();
    const { walletId } = await customer.wallet();
    expect(await preview(customer)).toEqual({
      sentBack: 700,
      ends: 250,
      held: 0,
      organizationKeeps: null,
      obstacle: null,
    });

    const answers = await Promise.all(Array.from({ length: 5 }, () => close(customer)));
    expect(answers.map(({ status }) => status)).toContain(204);
    expect(answers.every(({ status }) => status < 500)).toBe(true);

    await isCleared(walletId);
    expect(await moved(walletId)).toEqual([
      bonus,
      paidIn(500),
      paidIn(200),
      sentBack(200),
      sentBack(500),
      cleared('promotions', 250),
    ]);
    for (const id of [first, second]) {
      expect(await counter.payment(id)).toMatchObject({ status: 'refunded' });
    }
    expect((await customer.send('/api/wallet')).status).toBeGreaterThanOrEqual(401);
    const [person] = await open.books.query(
      `select first_name, phone_number, email, deleted_at is not null as gone from user_profile
        where uid = $1`,
      [customer.uid],
    );
    expect(person).toEqual({ first_name: 'Deleted', phone_number: null, email: null, gone: true });
    const [words] = await open.books.query('select prompt from generation where id = $1', [
      generation.generationId,
    ]);
    expect(words).toEqual({ prompt: '' });
    const audit = await open.books.query(
      `select actor, action from admin_audit where target_uid = $1`,
      [customer.uid],
    );
    expect(audit).toEqual([{ actor: `user:${customer.uid}`, action: 'close-account' }]);
    const actors = await open.books.query(
      `select distinct requested_by, requested_as, actor from payment_refund r
         join ledger_event e using (wallet_id, payment_id) where wallet_id = $1 and kind = 'TopUpRefunded'`,
      [walletId],
    );
    expect(actors).toEqual([
      { requested_by: customer.uid, requested_as: 'closing', actor: 'worker' },
    ]);
    await open.books.expectToBeSound();
  });

  test('money that the owner gives up is booked to a separate account', async () => {
    const customer = await createCustomer(open.stack);
    const paymentId = await pay(customer, 300);
    const { walletId } = await customer.wallet();
    expect((await close(customer, { confirm: 'CLOSE', remainder: 'give_up' })).status).toBe(204);
    await isCleared(walletId);
    expect(await moved(walletId)).toEqual([
      bonus,
      paidIn(300),
      cleared('promotions', 250),
      cleared('unclaimed', 300),
    ]);
    expect(await counter.payment(paymentId)).toMatchObject({ status: 'captured' });
  });

  test('money that the gateway cannot send back is booked to a separate account, with the reason', async () => {
    const customer = await createCustomer(open.stack);
    await pay(customer, 300, 'refund:fail');
    await pay(customer, 100);
    const { walletId } = await customer.wallet();
    await close(customer);
    await isCleared(walletId);
    expect(await moved(walletId)).toEqual([
      bonus,
      paidIn(300),
      paidIn(100),
      sentBack(100),
      cleared('promotions', 250),
      cleared('unclaimed', 300),
    ]);
    const [event] = await open.books.query(
      `select reason from ledger_event where wallet_id = $1 and counter_account = 'unclaimed'`,
      [walletId],
    );
    expect(event).toEqual({ reason: 'could not be sent back' });
  });

  test('disputed money waits for the end of its dispute, and is not owed to an owner whose bank took it', async () => {
    const customer = await createCustomer(open.stack);
    const paymentId = await pay(customer, 300);
    const { walletId } = await customer.wallet();
    const { id } = await counter.call<{ id: string }>(
      'POST',
      `/dashboard/payments/${paymentId}/dispute`,
      {},
    );
    const read = <Row extends object>(text: string, about: string) =>
      open.books.query<Row>(text, [about]);
    await soon(async () =>
      expect(await read('select status from payment_dispute where id = $1', id)).toHaveLength(1),
    );
    await close(customer);
    const lookedAt = `select next_look_at > requested_at + interval '1 ms' as seen
                        from wallet_closing where wallet_id = $1`;
    await soon(async () => expect(await read(lookedAt, walletId)).toEqual([{ seen: true }]));
    await counter.call('POST', `/dashboard/disputes/${id}/lost`, {});
    await isCleared(walletId);
    expect(await moved(walletId)).toEqual([
      bonus,
      paidIn(300),
      ['TopUpDisputed', 'gateway:razorpay', -300],
      cleared('promotions', 250),
    ]);
  });

  test('a payment that a bank confirms after closing is sent back as well', async () => {
    const customer = await createCustomer(open.stack);
    const payer = createPayer(customer);
    const { orderId } = await payer.order(400);
    await counter.mark(orderId, 'pay:late=600000');
    const paymentId = await counter.pay(orderId, 'late');
    const { walletId } = await customer.wallet();
    await close(customer);
    await isCleared(walletId);
    await counter.authorizeLate(paymentId);
    await soon(async () =>
      expect(await moved(walletId)).toEqual([
        bonus,
        cleared('promotions', 250),
        paidIn(400),
        sentBack(400),
      ]),
    );
    await isCleared(walletId);
  });

  test('a picture that is being bought while the account closes is paid or released, and the wallet ends empty', async () => {
    const customer = await createCustomer(open.stack);
    await pay(customer, 500);
    const generation = await customer.preview();
    const { walletId } = await customer.wallet();
    await customer.unlock(generation, 1024, respondAsync);
    expect((await close(customer)).status).toBe(204);
    await isCleared(walletId);
    const [wallet] = await open.books.query(
      'select balance_paise, held_paise from wallet where id = $1',
      [walletId],
    );
    expect(wallet).toEqual({ balance_paise: 0, held_paise: 0 });
    await open.books.expectToBeSound();
  });
});

describe('organisations', () => {
  test('the only admin of an organization with members cannot close their account; a member can, and the money stays', async () => {
    const founder = await foundOrganization(open.stack);
    const member = await addMember(open.stack, founder);
    await pay(member, 100);
    const { walletId } = await founder.wallet();
    expect(await preview(founder)).toMatchObject({ obstacle: 'only_admin' });
    expectRefusal(await close(founder), 'wrong_state');
    expect(await preview(member)).toMatchObject({
      organizationKeeps: 'Chai & Co.',
      obstacle: null,
    });
    expect((await close(member)).status).toBe(204);
    expect(await founder.wallet()).toMatchObject({ walletId, walletBalance: 350 });

    // A founder without members closes the organization's wallet too.
    expect(await preview(founder)).toMatchObject({ sentBack: 100, ends: 250, obstacle: null });
    expect((await close(founder)).status).toBe(204);
    await isCleared(walletId);
    expect(await moved(walletId)).toEqual([
      bonus,
      paidIn(100),
      sentBack(100),
      cleared('promotions', 250),
    ]);
  });
});

const kit = {
  name: 'Chai & Co.',
  phone: '98765 43210',
  address: 'Sarafa, Indore',
  mainColor: '#a11d33',
  secondColor: '#f4c95d',
  tone: null,
};

describe('organisations that close', () => {
  test('an organization that closes with its last member keeps no brand, logo or billing address', async () => {
    const founder = await foundOrganization(open.stack);
    const { body: upload } = await founder.upload(await photo(300, 200));
    const json = { ...kit, logoUploadId: upload.uploadId };
    const { body: brand } = await founder.send<Brand>('/api/brand', { json });
    const billing = {
      name: kit.name,
      address: kit.address,
      pin: null,
      stateCode: '23',
      gstin: null,
    };
    expect((await founder.send('/api/billing-profile', { json: billing })).status).toBe(200);

    expect((await close(founder)).status).toBe(204);
    await soon(async () =>
      expect((await fetch(open.stack.apiUrl + brand.kit!.logoUrl!)).status).toBe(404),
    );
    const left = await open.books.query(
      `select (select count(*) from brand_kit where organization_id = $1 and phone <> '') as kits,
              (select count(*) from billing_profile b join wallet w on w.id = b.wallet_id
                where w.owner_id = $1 and b.address <> '') as addresses`,
      [founder.organizationId],
    );
    expect(left).toEqual([{ kits: 0, addresses: 0 }]);
  });
});

describe('requests that wait while their account closes', () => {
  test('a request that was admitted before its account closed starts and stores nothing', async () => {
    const customer = await createCustomer(open.stack);
    const db = createKysely(createPool(open.stack.database.appUrl));
    const endpoint = 'https://fcm.googleapis.com/fcm/send/late-browser';
    const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };
    const message = { provider: 'google', language: 'en', prompt: 'a late secret' };
    const picture = await photo(30, 20);
    const start = () => [
      customer.generate({ prompt: 'a late secret' }, respondAsync),
      customer.send('/api/chat', { json: message }),
      customer.upload(picture),
      customer.send('/api/push', { json: { endpoint, keys, language: 'en' } }),
    ];
    let late: Promise<Answer<AnyBody>>[] = [];
    await db.transaction().execute(async (trx) => {
      const closing = {
        uid: customer.uid,
        remainder: 'send_back',
        actor: `user:${customer.uid}`,
        action: 'close-account',
        deleteSignIn: async () => {},
      } as const;
      expect(await closeAccount(trx, closing)).toBe('closed');
      late = start();
      const waiting = `select from pg_stat_activity
                       where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
      await soon(async () => expect(await open.books.query(waiting)).toHaveLength(late.length));
    });
    await db.destroy();
    for (const answer of await Promise.all(late)) expectRefusal(answer, 'account_disabled');
    const left = await open.books.query(
      `select uid from generation where uid = $1 union all
       select uid from conversation where uid = $1 union all
       select uid from upload where uid = $1 union all
       select uid from push_subscription where uid = $1`,
      [customer.uid],
    );
    expect(left).toEqual([]);
  });
});

describe('refusals', () => {
  test('closing an account is refused without the confirmation word, for a super admin, and without a profile', async () => {
    const customer = await createCustomer(open.stack);
    expectRefusal(await close(customer, {}), 'invalid', 'confirm');
    expectRefusal(await close(customer, { confirm: 'close' }), 'invalid', 'confirm');
    expectRefusal(
      await close(customer, { confirm: 'CLOSE', remainder: 'x' }),
      'invalid',
      'remainder',
    );
    expect(await preview(admin)).toMatchObject({ obstacle: 'super_admin' });
    expectRefusal(await close(admin), 'wrong_state');
    const url = `${open.stack.apiUrl}/api/account/close`;
    expectRefusal(await send(url, { json: { confirm: 'CLOSE' } }), 'unauthenticated');
    expect(await customer.wallet()).toMatchObject({ walletBalance: 250 });
  });
});

describe('a download of my data', () => {
  /** Brings a friend, redeems a code and asks for notices. */
  async function beFriendly(person: Customer): Promise<void> {
    const { body: friends } = await person.send<Friends>('/api/friends');
    await createCustomer(open.stack, {
      accountType: 'individual',
      firstName: 'Ravi',
      lastName: 'Rao',
      friendCode: friends.code,
    });
    const gift = { amount: 20, uses: 1, days: 1, note: 'for a download' };
    const { body } = await admin.send<MadeGiftCode>('/api/admin/gift-codes', { json: gift });
    expect((await person.send('/api/gift-code', { json: { code: body.code } })).status).toBe(200);
    const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };
    const endpoint = 'https://fcm.googleapis.com/fcm/send/secret-browser';
    const browser = { endpoint, keys, language: 'hi' };
    expect((await person.send('/api/push', { json: browser })).status).toBe(204);
  }

  test('a data download has everything of the user, no data of others, and no unpaid content', async () => {
    const [asha, other] = await Promise.all([
      createCustomer(open.stack),
      createCustomer(open.stack),
    ]);
    await other.preview({ prompt: 'a secret of another user' });
    const locked = await asha.preview({ mode: 'general', prompt: 'write about tea' });
    const bought = await asha.preview({ mode: 'general', prompt: 'write about rain' });
    await asha.unlockText(bought);
    await beFriendly(asha);
    const { status, headers, body } =
      await asha.send<Record<string, unknown[]>>('/api/account/data');
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toContain('sachet-my-data.json');
    expect(body).toMatchObject({ profile: { uid: asha.uid, phoneNumber: asha.phoneNumber } });
    expect(body['generations']).toEqual([
      expect.objectContaining({ generationId: bought.generationId, content: expect.any(String) }),
      expect.objectContaining({ generationId: locked.generationId, content: null }),
    ]);
    expect(body['friends']).toEqual([expect.objectContaining({ firstName: 'Ravi' })]);
    expect(body['giftCodes']).toEqual([{ amount: 20, redeemedAt: expect.any(String) }]);
    expect(body['notifiedBrowsers']).toEqual([
      { service: 'fcm.googleapis.com', language: 'hi', since: expect.any(String) },
    ]);
    expect(JSON.stringify(body)).not.toContain('secret-browser');
    expect(body['statement']!.map((row) => (row as { kind: string }).kind)).toEqual([
      'GiftCodeRedeemed',
      'Charged',
      'SignupBonusCredited',
    ]);
    expect(JSON.stringify(body)).not.toContain('secret of another user');
  });
});
