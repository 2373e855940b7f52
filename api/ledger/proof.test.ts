// Proofs of the ledger: receipts of a user's entries, and public checkpoints.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPool } from '@sachet/db/connect';
import { publishKeys, takeCheckpoint } from '@sachet/db/ledger/checkpoint';
import { readSigningKey } from '@sachet/db/ledger/signing-key';
import type { PublishedCheckpoints } from '@sachet/shared/ledger/contracts/proof';
import type { Statement } from '@sachet/shared/wallet/contracts/statement';
import { Receipt, verifyReceiptWith } from '@sachet/shared/ledger/receipt';
import { createCustomer, send, type AnyBody, type Customer } from '../testing/client.ts';
import { addMember, foundOrganization } from '../testing/organization.ts';
import { createPayer, openCounter, toCallback } from '../testing/payments.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { shareStack, type SharedStack } from '../testing/stack.ts';

const key = readSigningKey('the key of these tests');
let open: SharedStack;
let customer: Customer;
let takeNow: () => Promise<void>;
beforeAll(async () => {
  open = await shareStack();
  customer = await createCustomer(open.stack);
  takeNow = async () => {
    const pool = createPool(open.stack.database.ownerUrl, { max: 1 });
    await publishKeys(pool, [key.publicKeyHex]);
    await takeCheckpoint(pool, key).finally(() => pool.end());
  };
});
afterAll(() => open?.stop());

const fetchReceipt = (seq: number | string, by = customer) =>
  by.send<Receipt & AnyBody>(`/api/receipt?seq=${seq}`);
const published = async (query = '') => {
  const answer = await send<PublishedCheckpoints & AnyBody>(
    `${open.stack.apiUrl}/api/checkpoints${query}`,
  );
  return answer;
};

describe('a receipt', () => {
  test('a receipt exists for every entry below a checkpoint, and verifies with the published key alone', async () => {
    const preview = await customer.preview();
    expect((await customer.unlock(preview)).status).toBe(200);
    const { body } = await customer.send<Statement>('/api/statement');
    expectRefusal(await fetchReceipt(body.items[0]!.seq), 'wrong_state');
    await takeNow();
    const { publicKeys } = (await published('?limit=1')).body;
    const keys = publicKeys.map(({ publicKeyHex }) => publicKeyHex);
    expect(body.items.length).toBeGreaterThan(2);
    for (const row of body.items) {
      const receipt = Receipt.parse((await fetchReceipt(row.seq)).body);
      expect(receipt.event).toMatchObject({ seq: row.seq, kind: row.kind });
      expect(await verifyReceiptWith(receipt, keys, crypto.subtle)).toEqual({ ok: true });
      const richer = { ...receipt, event: { ...receipt.event, amountPaise: 1 } };
      expect(await verifyReceiptWith(richer, keys, crypto.subtle)).toMatchObject({ ok: false });
    }
  });

  test("a receipt of another user's entry, of an unknown entry or without a token is refused", async () => {
    const stranger = await createCustomer(open.stack);
    const { body } = await customer.send<Statement>('/api/statement');
    // The stranger's wallet has one entry: the number alone does not select a wallet.
    expectRefusal(await fetchReceipt(body.items[0]!.seq, stranger), 'not_found');
    expectRefusal(await fetchReceipt(9_999), 'not_found');
    expectRefusal(await fetchReceipt(0), 'invalid', 'seq');
    expectRefusal(await fetchReceipt('1e3%27--'), 'invalid', 'seq');
    expectRefusal(await send(`${open.stack.apiUrl}/api/receipt?seq=1`), 'unauthenticated');
  });

  test("a receipt of an organization's entry is available only to its admin and to the member who caused it", async () => {
    const founder = await foundOrganization(open.stack);
    const [buyer, other] = [
      await addMember(open.stack, founder),
      await addMember(open.stack, founder),
    ];
    const payer = createPayer(founder);
    const { orderId } = await payer.order(500);
    const paymentId = await openCounter(open.stack.razorpayUrl).pay(orderId);
    await payer.verify(toCallback(orderId, paymentId));
    expect((await buyer.unlock(await buyer.preview())).status).toBe(200);
    await takeNow();
    const { seq } = (await buyer.send<Statement>('/api/statement')).body.items[0]!;
    expect((await fetchReceipt(seq, buyer)).status).toBe(200);
    expect((await fetchReceipt(seq, founder)).status).toBe(200);
    expectRefusal(await fetchReceipt(seq, other), 'not_found');
    expectRefusal(await fetchReceipt(1, buyer), 'not_found');
  });
});

describe('the checkpoints', () => {
  test('anyone can read the checkpoints in pages, and pages before a known checkpoint can be cached forever', async () => {
    for (let more = 0; more < 2; more += 1) {
      await createCustomer(open.stack);
      await takeNow();
    }
    const newest = await published('?limit=1');
    expect(newest.headers.get('cache-control')).toBe('public, max-age=60');
    const [{ checkpoint }] = newest.body.checkpoints as [PublishedCheckpoints['checkpoints'][0]];
    expect(newest.body.nextBefore).toBe(checkpoint.number);
    const earlier = await published(`?limit=1&before=${checkpoint.number}`);
    expect(earlier.headers.get('cache-control')).toBe('public, max-age=31536000');
    expect(checkpoint.previousHashHex).toBe(earlier.body.checkpoints[0]!.hashHex);
    const beyond = await published(`?before=${checkpoint.number + 5}&limit=1`);
    expect(beyond.headers.get('cache-control')).toBe('public, max-age=60');
    expect(newest.body.publicKeys).toContainEqual({
      keyId: key.keyId,
      publicKeyHex: key.publicKeyHex,
    });
    expectRefusal(await published('?limit=201'), 'invalid', 'limit');
    expectRefusal(await published('?before=0'), 'invalid', 'before');
  });

  test('no server can withdraw or replace a published key', async () => {
    const pool = createPool(open.stack.database.appUrl, { max: 1 });
    for (const statement of [
      `update ledger_public_key set public_key = sha256('mine')`,
      'delete from ledger_public_key',
    ]) {
      await expect(pool.query(statement)).rejects.toThrow(/permission denied/);
    }
    await pool.end();
  });
});
