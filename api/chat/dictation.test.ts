import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '@sachet/db/connect';
import type { Language } from '@sachet/shared/contracts/vocabulary';
import { dictationSecondsMax, encodeWav, wavSampleRate } from '@sachet/shared/chat/wav';
import { createCustomer, type Customer } from '../testing/client.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { openStack, shareStack, type SharedStack } from '../testing/stack.ts';

let open: SharedStack;
beforeAll(async () => (open = await shareStack()));
afterAll(() => open?.stop());

/** A pure tone; the stand-in hears speech below 3,000 Hz (`dev/sandbox/openai-audio.ts`). */
const recording = (seconds: number, { hertz = 220, volume = 0.3 } = {}) =>
  encodeWav(
    Float32Array.from(
      { length: Math.round(seconds * wavSampleRate) },
      (_, index) => Math.sin((2 * Math.PI * hertz * (index + 0.5)) / wavSampleRate) * volume,
    ),
  );

const dictate = (
  customer: Customer,
  raw: Uint8Array<ArrayBuffer>,
  { language = 'en' as Language, type = 'audio/wav' } = {},
) =>
  customer.send<{ text: string; error: string; code: string }>(
    `/api/dictation?language=${language}`,
    { method: 'POST', raw, headers: { 'content-type': type } },
  );

const readRows = (uid: string) =>
  open.books.query<{ seconds: number; failure: string | null; cost: number }>(
    `select seconds, failure, cost_microusd::integer as cost from dictation d
       left join provider_call c on c.dictation_id = d.id where uid = $1 order by d.id`,
    [uid],
  );

test('a recording becomes text in the language of the speaker, for free, and its cost is booked', async () => {
  const customer = await createCustomer(open.stack);
  const { body: english } = await dictate(customer, recording(2));
  expect(english.text).toBe('A bright Diwali poster for my sweet shop');
  const { body: hindi } = await dictate(customer, recording(2), { language: 'hi' });
  expect(hindi.text).toMatch(/^[\u0900-\u097f ]+$/);
  const { body: hinglish } = await dictate(customer, recording(2), { language: 'hg' });
  expect(hinglish.text).toMatch(/^Meri mithai ki dukaan/);
  expect(await readRows(customer.uid)).toEqual(
    Array(3).fill({ seconds: 2, failure: null, cost: 150 }),
  );
  const { walletId } = await customer.wallet();
  expect(await open.books.kinds(walletId)).toEqual({ SignupBonusCredited: 1 });
});

test('the provider gets the recording alone, and neither it nor the text is stored', async () => {
  const customer = await createCustomer(open.stack);
  const before = open.gates.openai.asked.length;
  await dictate(customer, recording(1));
  const [asked] = open.gates.openai.asked.slice(before);
  expect(asked).toMatch(/name="model"\r\n\r\ngpt-transcribe/);
  expect(asked).toMatch(/name="languages\[\]"\r\n\r\nen/);
  expect(asked).toContain('filename="dictation.wav"');
  const columns = await open.books.query<{ column_name: string }>(
    `select column_name from information_schema.columns where table_name = 'dictation'`,
  );
  expect(columns.map((column) => column.column_name).toSorted()).toEqual([
    'at',
    'id',
    'seconds',
    'uid',
  ]);
});

test('a speaker whose connection broke before the recording arrived can speak again immediately', async () => {
  const customer = await createCustomer(open.stack);
  const pool = createPool(open.stack.database.ownerUrl, { max: 1 });
  const client = await pool.connect();
  await client.query('begin');
  await client.query('lock table user_profile in access exclusive mode');
  const broken = new AbortController();
  const left = fetch(`${open.stack.apiUrl}/api/dictation?language=en`, {
    method: 'POST',
    headers: { ...customer.headers, 'content-type': 'audio/wav' },
    body: recording(2),
    signal: broken.signal,
  }).catch(() => 'left');
  const waiting = `select from pg_stat_activity
                   where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
  await expect.poll(() => open.books.query(waiting)).not.toEqual([]);
  broken.abort();
  expect(await left).toBe('left');
  await sleep(200);
  await client.query('rollback');
  client.release();
  await pool.end();
  expect((await dictate(customer, recording(2))).status).toBe(200);
});

test('silence returns no words and asks no provider', async () => {
  const customer = await createCustomer(open.stack);
  const { status, body } = await dictate(customer, recording(2, { volume: 0.001 }));
  expect([status, body.text]).toEqual([200, '']);
  expect(await readRows(customer.uid)).toEqual([]);
});

test('a recording that is too long, of another format or of another type is refused', async () => {
  const customer = await createCustomer(open.stack);
  const refuse = async (...[raw, more]: [Uint8Array<ArrayBuffer>, { type: string }?]) =>
    dictate(customer, raw, more);
  const long = recording(dictationSecondsMax + 0.05);
  expectRefusal((await refuse(long)) as never, 'payload_too_large');
  expectRefusal((await refuse(new Uint8Array(4_000_000))) as never, 'payload_too_large');
  expectRefusal((await refuse(new Uint8Array(500))) as never, 'unsupported_media_type');
  expectRefusal((await refuse(encodeWav(new Float32Array()))) as never, 'invalid');
  const webm = { type: 'audio/webm' };
  expectRefusal((await refuse(recording(1), webm)) as never, 'unsupported_media_type');
  expect(await readRows(customer.uid)).toEqual([]);
});

test('a provider that is overloaded is reported without its words, and both attempts are booked', async () => {
  const customer = await createCustomer(open.stack);
  const answer = await dictate(customer, recording(1, { hertz: 3_000 }));
  expectRefusal(answer as never, 'unavailable');
  expect(answer.headers.get('retry-after')).not.toBeNull();
  const rows = await readRows(customer.uid);
  expect(rows.map(({ failure }) => failure)).toEqual(['server', 'server']);
});

test('a user who is not signed in is refused before the recording is read', async () => {
  const answer = await fetch(`${open.stack.apiUrl}/api/dictation?language=en`, {
    method: 'POST',
    headers: { 'content-type': 'audio/wav' },
    body: recording(1),
  });
  expect(answer.status).toBe(401);
});

test('dictation is limited by user, by network and by the budget of free work', async () => {
  const own = await openStack({
    queue: 'postgres',
    withoutWorker: true,
    limits: { dictatedSecondsPerDay: 3, dictationsPerMinute: 6 },
  });
  try {
    const customer = await createCustomer(own.stack);
    expect((await dictate(customer, recording(2))).status).toBe(200);
    const [more, others] = await Promise.all([
      dictate(customer, recording(2)),
      dictate(customer, recording(2)),
    ]);
    for (const answer of [more, others]) expectRefusal(answer as never, 'rate_limited');
    const other = await createCustomer(own.stack);
    const codes = [];
    for (let count = 0; count < 4; count += 1) {
      codes.push((await dictate(other, recording(0.2))).status);
    }
    // Three of the network's six were the first customer's.
    expect(codes).toEqual([200, 200, 200, 429]);
  } finally {
    await own.stop();
  }
});
