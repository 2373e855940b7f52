import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Command } from '@sachet/shared/ledger/command';
import { verifyReceipt } from '@sachet/shared/ledger/receipt';
import { coordinate } from '../../local/testing/coordinates.ts';
import { createPool } from '../connect.ts';
import { takeCheckpoint } from '../ledger/checkpoint.ts';
import { createLedger } from '../ledger/ledger.ts';
import { makeReceipt } from '../ledger/receipt.ts';
import { eventColumnList, eventFromRow } from '../ledger/rows.ts';
import { readSigningKey } from '../ledger/signing-key.ts';
import { verifyLedger } from '../ledger/verify.ts';
import { migrate } from '../migrate.ts';
import { brokenInvariants } from '../testing/ledger-checks.ts';
import { createStory } from '../testing/ledger-story.ts';
import { createReleasedWriter } from '../testing/released-writer.ts';
import { unlikeReplay } from '../testing/replay.ts';

const key = readSigningKey('the key of this test');

const placing = (walletId: string, name: string): Command => ({
  type: 'PlaceHold',
  walletId,
  idempotencyKey: `hold:hold_${name}`,
  actor: 'user:u1',
  holdId: `hold_${name}`,
  amountPaise: 1,
  tool: 'image',
  memberUid: 'u1',
  generationId: `gen_${name}`,
  expiresAtMs: Date.UTC(2199, 0, 1),
});
const capturing = (walletId: string, name: string): Command => ({
  type: 'CaptureHold',
  walletId,
  idempotencyKey: `capture:hold_${name}`,
  actor: 'worker',
  holdId: `hold_${name}`,
});

const facts = ['hold', 'charge', 'payment'];

test('a ledger of the release before goes on through the migration, and so do its servers', async () => {
  const elsewhere = (url: string, name: string) =>
    Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const template = coordinate('TEST_DATABASE_OWNER_URL');
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const ownerUrl = elsewhere(template, name);
  const appUrl = elsewhere(coordinate('TEST_DATABASE_APP_URL'), name);
  const cluster = createPool(elsewhere(template, 'postgres'), { max: 1 });
  await cluster.query(`create database ${name}`);
  const owner = createPool(ownerUrl, { max: 4 });
  const readFacts = async () => {
    const rows = await Promise.all(
      facts.map(async (table) => {
        const columns = `to_jsonb(f) - 'ctid'`;
        return (await owner.query(`select ${columns} as row from ${table} f order by 1`)).rows;
      }),
    );
    return rows.flat();
  };
  try {
    await migrate({ ownerUrl, appUrl, upTo: '0028-chat-seed' });
    const wallets = ['wal_a', 'wal_b', 'wal_live'];
    await owner.query(
      `insert into wallet (id, owner_kind, owner_id) select id, 'user', id from unnest($1::text[]) id`,
      [wallets],
    );
    const before = await createReleasedWriter(appUrl);
    const mustBefore = async (command: Command) =>
      expect(await before.append(command)).toMatchObject({ ok: true });
    for (const [i, walletId] of ['wal_a', 'wal_b'].entries()) {
      for (const command of createStory(walletId, i)) await mustBefore(command);
    }
    await mustBefore({ ...createStory('wal_live', 0)[0]! });
    await takeCheckpoint(owner, key);
    const receipt = await makeReceipt(owner, { walletId: 'wal_a', seq: 4 });
    const known = await readFacts();
    expect(known.length).toBe(2 * (4 + 2 + 1));
    // As an attempt that died left it.
    await owner.query('create index ledger_event_generation on ledger_event (seq)');

    // A server of the release before is at work all the time; somebody reads for a while.
    let isOver = false;
    let appended = 0;
    const atWork = (async () => {
      for (; !isOver; appended += 2) {
        await mustBefore(placing('wal_live', `live_${appended}`));
        await mustBefore(capturing('wal_live', `live_${appended}`));
      }
    })();
    const reader = await owner.connect();
    await reader.query('begin');
    await reader.query('select count(*) from charge');
    const reading = sleep(1_500).then(() => reader.query('commit'));
    await Promise.all([migrate({ ownerUrl, appUrl }), migrate({ ownerUrl, appUrl }), reading]);
    reader.release();
    const whileMigrating = appended;
    await expect.poll(() => appended).toBeGreaterThan(whileMigrating + 10);
    isOver = true;
    await atWork;
    const stillKnown = (await readFacts()).filter(({ row }) => row.wallet_id !== 'wal_live');
    expect(stillKnown).toEqual(known);
    const invalid = await owner.query('select from pg_index where not indisvalid');
    expect(invalid.rowCount).toBe(0);

    // Old and new at once: each ends what the other began, and neither does it again.
    const ledger = createLedger({ connectionString: appUrl });
    const writers = [before, ledger];
    for (const [i, placer] of writers.entries()) {
      const ender = writers[1 - i]!;
      const place = placing('wal_live', `both_${i}`);
      const capture = capturing('wal_live', `both_${i}`);
      expect(await placer.append(place)).toMatchObject({ ok: true, replayed: false });
      expect(await ender.append(place)).toMatchObject({ ok: true, replayed: true });
      const again = { ...place, idempotencyKey: 'again' };
      expect(await ender.append(again)).toEqual({ ok: false, refusal: 'hold_exists' });
      expect(await ender.append(capture)).toMatchObject({ ok: true, replayed: false });
      expect(await placer.append(capture)).toMatchObject({ ok: true, replayed: true });
      const late = { ...capture, idempotencyKey: 'late' };
      expect(await placer.append(late)).toEqual({ ok: false, refusal: 'hold_already_resolved' });
    }
    const top = { ...createStory('wal_live', 0)[1]!, idempotencyKey: 'top-up' };
    await mustBefore(top);
    // What it cannot do any more it leaves undone, for whoever tries again.
    const refund = createStory('wal_live', 0)[10]!;
    await expect(before.append(refund)).rejects.toMatchObject({ code: '42703' });
    expect(await ledger.append(refund)).toMatchObject({ ok: true, replayed: false });
    await mustBefore(placing('wal_live', 'left_open'));
    await before.close();
    await ledger.close();

    const { rows } = await owner.query('select id from open_hold order by id');
    expect(rows.map(({ id }) => id)).toEqual([
      'hold_left_open',
      'hold_wal_a_open',
      'hold_wal_b_open',
    ]);
    expect(await brokenInvariants(owner)).toEqual([]);
    const events = await owner.query(
      `select ${eventColumnList} from ledger_event order by position`,
    );
    const all = events.rows.map((row) => eventFromRow(row).event);
    expect(await unlikeReplay(owner, all)).toEqual([]);
    const { publicKeyHex } = key;
    expect(await verifyLedger({ connectionString: ownerUrl, publicKeyHex })).toMatchObject({
      faults: [],
      checkpoints: 1,
    });
    if (!receipt.ok) throw new Error(receipt.refusal);
    const rawKey = new Uint8Array(Buffer.from(publicKeyHex, 'hex'));
    const verdict = await verifyReceipt(receipt.receipt, rawKey, globalThis.crypto.subtle);
    expect(verdict).toEqual({ ok: true });
  } finally {
    await owner.end();
    await cluster.query(`drop database ${name} with (force)`);
    await cluster.end();
  }
});
