// A flood of junk reports, beside reports that matter.
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '@sachet/db/ids';
import type { ContentReports } from '@sachet/shared/moderation/contracts/report';
import {
  createCustomer,
  send,
  type Answer,
  type AnyBody,
  type Customer,
} from '../testing/client.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { openAdministeredStack, type AdministeredStack } from '../testing/users-admin.ts';

let open: AdministeredStack;
let admin: Customer;
let customer: Customer;
beforeAll(async () => {
  open = await openAdministeredStack({
    // The test reads the counts in Postgres.
    queue: 'postgres',
    withoutWorker: false,
    limits: { reportsPerMinute: 5 },
    env: { TRUSTED_PROXIES: '1' },
  });
  admin = open.admins[0];
  customer = await createCustomer(open.stack);
});
afterAll(() => open?.stop());

let parts = 0;
/** Part of an address that no other address has. */
const nextPart = () => (parts += 1).toString(16);
const someNetwork = () => `2001:db8:${nextPart()}`;
/** Uses another /64 and another host each time. */
const someAddress = (network = someNetwork()) => `${network}:${nextPart()}::${nextPart()}`;

const report = (address: string, about = 'junk'): Promise<Answer<AnyBody>> =>
  send(`${open.stack.apiUrl}/api/report`, {
    json: { about, reason: 'child' },
    headers: { 'x-forwarded-for': address },
  });

const statuses = (answers: readonly Answer<unknown>[]) =>
  answers.map(({ status }) => status).filter((status) => status === 201).length;

const readReports = async (query = '') =>
  (await admin.send<ContentReports>(`/api/admin/reports${query}`)).body.items;

/** Inserts open reports directly. */
async function addOpen(count: number, generationId: string | null = null): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId('rep'));
  await open.books.query(
    `insert into content_report (id, about, generation_id, reason, details)
     select id, 'junk', $2, 'other', '' from unnest($1::text[]) as id`,
    [ids, generationId],
  );
  return ids;
}

const closeAll = () =>
  open.books.query(
    `update content_report set resolved_at = now(), outcome = 'dismissed' where resolved_at is null`,
  );

describe('a flood from one network', () => {
  test('20 addresses of one IPv6 /48, or of one IPv4 /24, are limited like one address', async () => {
    const network = someNetwork();
    const byVersion = [() => someAddress(network), () => `203.0.113.${randomInt(256)}`];
    for (const next of byVersion) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => report(next())));
      expect(statuses(answers)).toBe(5);
      expectRefusal(await report(next()), 'rate_limited');
      const { generationId } = await customer.preview({ quality: 'speed' });
      expect((await report(next(), generationId)).status).toBe(201);
    }
    expect((await report(someAddress())).status).toBe(201);
  });

  test('one network also has a daily limit, after which only reports about existing content are accepted', async () => {
    const network = someNetwork();
    await report(someAddress(network));
    await report(someAddress(network));
    const counted = await open.books.query<{ points: number }>(
      `update rate_limit set points = 50
        where key like '%:reports-a-day:' || $1 || '::/48' returning points`,
      [network],
    );
    expect(counted).toHaveLength(1);
    const answers = [];
    for (let i = 0; i < 3; i += 1) answers.push(await report(someAddress(network)));
    const refused = answers.at(-1)!;
    expectRefusal(refused, 'rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60 * 60);
    const { generationId } = await customer.preview({ quality: 'speed' });
    expect((await report(someAddress(network), generationId)).status).toBe(201);
  });
});

describe('a full inbox', () => {
  test('a full inbox refuses reports that name no content, and still accepts 20 reports about each existing content', async () => {
    await closeAll();
    await addOpen(3_999);
    const answers = await Promise.all(Array.from({ length: 20 }, () => report(someAddress())));
    expect(statuses(answers)).toBe(1);
    expectRefusal(await report(someAddress(), `gen_${'0'.repeat(18)}`), 'rate_limited');

    const { generationId } = await customer.preview({ quality: 'speed' });
    const named = await Promise.all(
      Array.from({ length: 30 }, () => report(someAddress(), `see ${generationId}`)),
    );
    expect(statuses(named)).toBe(20);
    const other = await customer.preview({ quality: 'speed' });
    expect((await report(someAddress(), other.generationId)).status).toBe(201);
    const shown = await readReports('?names=content');
    expect(shown).toHaveLength(21);
    expect(new Set(shown.map(({ evidence }) => evidence!.uid))).toEqual(new Set([customer.uid]));
    const junk = await readReports('?names=nothing');
    expect(junk.every(({ evidence }) => evidence === null)).toBe(true);
    await closeAll();
  });
});
