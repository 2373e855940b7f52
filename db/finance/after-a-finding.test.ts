/** The steps of docs/ledger.md after a finding, in their order, on ledgers that were tampered with. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { root } from '@sachet/dev/local/places';
import type { Command } from '@sachet/shared/ledger/command';
import {
  accept,
  createTestLedger,
  rechain,
  tamper,
  walletCalled,
  type TestLedger,
} from '../testing/ledger-story.ts';
import { runLedgerTool } from './command-line.ts';

let folder: string;
let putBack: string;
let open: TestLedger;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sachet-finding-'));
  const manual = await readFile(join(root, 'docs', 'ledger.md'), 'utf8');
  const [, script] = /`put-back\.sql`:\n\n```sql\n([^`]+)```/.exec(manual)!;
  putBack = script!;
});
afterAll(() => rm(folder, { recursive: true }));

const inFolder = (name: string) => join(folder, name);

beforeEach(async () => {
  open = await createTestLedger();
  for (const id of ['wal_a', 'wal_b']) {
    await walletCalled(open, id);
    for (const step of createHistory(id)) await accept(open.ledger, step);
  }
  await run('checkpoint');
  for (const id of ['wal_a', 'wal_b']) await accept(open.ledger, adjust(id, 'later', 7_00));
  expect(await run('audit')).toMatchObject({ code: 0 });
  // A backup from before has these events.
  await run('export', '--file', inFolder('good.ndjson'));
});
afterEach(async () => {
  await open.close();
  await open.database.drop('broken');
});

async function run(...argv: string[]) {
  const [out, err] = [new PassThrough(), new PassThrough()];
  const written = Promise.all([text(out), text(err)]);
  const code = await runLedgerTool(
    {
      connectionString: open.database.ownerUrl,
      signingSecret: 'the key of these tests',
      previousPublicKeysHex: [],
      out,
      err: err as unknown as NodeJS.WriteStream,
    },
    argv,
  );
  out.end();
  err.end();
  const [said, complained] = await written;
  return { code, said: said + complained };
}

function createHistory(walletId: string): Command[] {
  const base = { walletId, actor: 'worker' };
  const hold = { holdId: `hold_${walletId}`, tool: 'image', memberUid: 'asha' } as const;
  const payment = { orderId: `ord_${walletId}`, paymentId: `pay_${walletId}` };
  const expiresAtMs = Date.UTC(2199, 0, 1);
  return [
    { ...base, type: 'CreditTopUp', idempotencyKey: '1', amountPaise: 500_00, ...payment },
    { ...base, type: 'PlaceHold', idempotencyKey: '2', amountPaise: 75_00, expiresAtMs, ...hold },
    { ...base, type: 'VoidHold', idempotencyKey: '3', holdId: hold.holdId },
    adjust(walletId, '4', 5_00),
  ];
}

const adjust = (walletId: string, idempotencyKey: string, amountPaise: number): Command => ({
  type: 'AdjustByAdmin',
  walletId,
  idempotencyKey,
  actor: 'worker',
  amountPaise,
  reason: 'क्षमा "🙏" \\ an apology',
});

const at = (seq: number) => `where wallet_id = 'wal_a' and seq = ${seq}`;
const adaptWallet = (seq: number) =>
  `update wallet w set seq = e.seq, head = e.hash, balance_paise = e.balance_after
     from ledger_event e where w.id = 'wal_a' and e.wallet_id = 'wal_a' and e.seq = ${seq}`;

async function readLines(name: string): Promise<Map<string, string>> {
  const lines = (await readFile(inFolder(name), 'utf8')).split('\n').filter(Boolean);
  return new Map(
    lines.map((line) => {
      const { wallet_id: walletId, seq } = JSON.parse(line);
      expect(line, 'found by the `grep` of the manual').toContain(
        `"wallet_id":"${walletId}","seq":${seq},`,
      );
      return [`${walletId} ${seq}`, line];
    }),
  );
}

/** Runs the manual's script for each line that differs, as psql does with its variables. */
async function putEventsBack(): Promise<void> {
  const [good, bad] = [await readLines('good.ndjson'), await readLines('events.ndjson')];
  const keys = [...new Set([...good.keys(), ...bad.keys()])];
  for (const place of keys.filter((each) => good.get(each) !== bad.get(each))) {
    const [wallet, seq] = place.split(' ');
    const values = { wallet, seq, line: good.get(place) ?? '' };
    const script = putBack.replaceAll(/:'(\w+)'/g, (_, name: keyof typeof values) =>
      pg.escapeLiteral(values[name]!),
    );
    await open.owner.query(script);
  }
}

test.each<[change: string, statements: string[], fault: string]>([
  [
    'an old amount was edited',
    [`update ledger_event set amount_paise = 1500_00 ${at(1)}`],
    'edited',
  ],
  [
    'an old event was edited and the wallet’s balance raised',
    [
      `update ledger_event set amount_paise = 1500_00 ${at(1)}`,
      `update wallet set balance_paise = balance_paise + 1000_00 where id = 'wal_a'`,
    ],
    'edited',
  ],
  ['an old event was deleted', [`delete from ledger_event ${at(3)}`], 'deleted'],
  [
    'the newest events were cut off and the wallet adapted',
    [`delete from ledger_event where wallet_id = 'wal_a' and seq > 3`, adaptWallet(3)],
    'truncated',
  ],
  [
    'an event was added after the end',
    [
      `insert into ledger_event select (jsonb_populate_record(e, '{"seq": 6, "position": 999999,
         "idempotency_key": "forged"}')).* from ledger_event e ${at(5)}`,
      'rechain',
    ],
    'inserted',
  ],
  [
    'a history was rewritten, and all hashes and the wallet with it',
    [`update ledger_event set amount_paise = 1500_00 ${at(1)}`, 'rechain', adaptWallet(5)],
    'rewritten',
  ],
])('after the manual’s steps a ledger in which %s verifies', async (_, statements, fault) => {
  for (const statement of statements) {
    if (statement === 'rechain') await rechain(open.owner, 'wal_a');
    else await tamper(open.owner, statement);
  }
  const audited = await run('audit');
  expect(audited).toMatchObject({ code: 1 });
  expect(audited.said).toContain('docs/ledger.md#after-a-finding');
  const verified = await run('verify');
  expect(verified).toMatchObject({ code: 1 });
  expect(verified.said).toMatch(new RegExp(`chain_broken wal_a#\\d+: ${fault}: `));

  for (const kept of [
    ['export', '--file', inFolder('events.ndjson')],
    ['checkpoint', '--all', '--file', inFolder('checkpoints.json')],
  ]) {
    expect(await run(...kept)).toMatchObject({ code: 0 });
  }
  await putEventsBack();
  expect(await run('rebuild')).toMatchObject({ code: 0 });
  const files = ['--checkpoint', inFolder('checkpoints.json')];
  expect(await run('verify', ...files)).toMatchObject({ code: 0 });
  expect(await run('audit')).toMatchObject({ code: 0 });
  await accept(open.ledger, adjust('wal_a', 'after the repair', 1_00));
  expect(await run('verify')).toMatchObject({ code: 0 });
});

test('a wallet that has spent a forged balance keeps its fault, which names the first such event', async () => {
  await tamper(
    open.owner,
    `update ledger_event set amount_paise = 1500_00 ${at(1)}`,
    `update wallet set balance_paise = balance_paise + 1000_00 where id = 'wal_a'`,
  );
  await accept(open.ledger, adjust('wal_a', 'spent', -1_200_00));
  await run('export', '--file', inFolder('events.ndjson'));
  const spent = (await readFile(inFolder('events.ndjson'), 'utf8'))
    .split('\n')
    .find((line) => line.includes('"wallet_id":"wal_a","seq":6,'));
  // The operator keeps what happened since.
  const good = await readFile(inFolder('good.ndjson'), 'utf8');
  await writeFile(inFolder('good.ndjson'), `${good}${spent}\n`);
  await putEventsBack();
  const verified = await run('verify');
  expect(verified).toMatchObject({ code: 1 });
  expect(verified.said).toContain('chain_broken wal_a#6: balance_differs: ');
  expect((await run('rebuild')).said).toContain('Nothing was rebuilt');
  expect((await run('audit')).said).toContain('chain_broken wal_a#6');
});
