/** Changes made outside of the ledger are found, with their wallet and sequence number. */
import { createPool } from '../connect.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '@sachet/shared/ledger/command';
import { encodeCheckpoint } from '@sachet/shared/ledger/checkpoint';
import {
  accept,
  copyDatabase,
  createTestLedger,
  verifyLines,
  readEvents,
  rechain,
  reopenTestLedger,
  createStory,
  tamper,
  walletCalled,
  type TestLedger,
} from '../testing/ledger-story.ts';
import { readCheckpoints, takeCheckpoint, type SignedCheckpoint } from './checkpoint.ts';
import { rebuildProjections } from './rebuild.ts';
import { chainHash, eventColumnList, eventColumns, eventDigest, sha256 } from './rows.ts';
import { readSigningKey, signWith } from './signing-key.ts';
import { verifyNew } from '../checks/run.ts';

const key = readSigningKey('the key of these tests');
const { publicKeyHex } = key;

const tables = [
  'ledger_checkpoint_head',
  'ledger_checkpoint',
  'ledger_event',
  'open_hold',
  'member_month',
  'wallet',
];

/** Three wallets with sixteen events each; checkpoints contain the first 8 and the first 13 of them. */
let books: TestLedger;

beforeAll(async () => {
  books = await createTestLedger();
  for (const id of ['wal_a', 'wal_b', 'wal_c', 'wal_late', 'wal_empty']) {
    await walletCalled(books, id);
  }
  const stories = ['wal_a', 'wal_b', 'wal_c'].map((id, i) => createStory(id, i));
  const tell = async (from: number, to: number) => {
    for (let i = from; i < to; i += 1) {
      await Promise.all(stories.map((story) => accept(books.ledger, story[i]!)));
    }
  };
  await tell(0, 8);
  await takeCheckpoint(books.owner, key);
  await tell(8, 13);
  await takeCheckpoint(books.owner, key);
  await tell(13, 16);
  for (const command of createStory('wal_late', 0).slice(0, 2)) await accept(books.ledger, command);
  for (const table of tables) {
    await books.owner.query(`create table kept_${table} as select * from ${table}`);
  }
});

beforeEach(async () => {
  // Most tests change a row or two and leave the others unchanged.
  const removed = tables.map(
    (table) =>
      `delete from ${table} t using (table ${table} except table kept_${table}) as x where t = x`,
  );
  const placed = tables
    .toReversed()
    .map((table) => `insert into ${table} table kept_${table} except table ${table}`);
  // Rows that reference each other are replaced one after another.
  const unchecked = 'set local session_replication_role = replica';
  await tamper(books.owner, unchecked, ...removed, ...placed);
});

afterAll(async () => {
  await books.close();
  await books.database.drop();
});

const found = () => verifyLines(books.database, { publicKeyHex });
const ofProjections = (fault: string) => /^(wallet|projection)_differs/.test(fault);

/** The faults that `verify` finds in chains, sequences and checkpoints. */
const foundInChains = async () => (await found()).filter((fault) => !ofProjections(fault));

/** Recomputes all projections, as an attacker who knows the ledger would. */
const coverUp = () => rebuildProjections({ connectionString: books.database.ownerUrl });

/** The faults of a range of events that are all reported as edited. */
const edited = (walletId: string, from: number, to = from) =>
  Array.from({ length: to - from + 1 }, (_, i) => `edited ${walletId} ${from + i}`);

const at = (walletId: string, seq: number) => `where wallet_id = '${walletId}' and seq = ${seq}`;

const update = (walletId: string, seq: number, set: string) =>
  `update ledger_event set ${set} ${at(walletId, seq)}`;

const remove = (walletId: string, condition: string) =>
  `delete from ledger_event where wallet_id = '${walletId}' and ${condition}`;

/** Changes the numbers of the wallet's events that match the condition. */
const renumber = (walletId: string, condition: string, by: number) => [
  `update ledger_event set seq = seq + 1000 where wallet_id = '${walletId}' and ${condition}`,
  `update ledger_event set seq = seq - 1000 + ${by} where wallet_id = '${walletId}' and seq > 1000`,
];

/** A copy of an event, with some columns changed. */
const insertCopy = (walletId: string, seq: number, changed: Record<string, string>) => {
  const whole = { idempotency_key: `'forged'`, position: '999999', ...changed };
  const values = Object.keys(eventColumns).map(
    (column) => (whole as Record<string, string>)[column] ?? column,
  );
  return `insert into ledger_event (${eventColumnList})
    select ${values.join(', ')} from ledger_event ${at(walletId, seq)}`;
};

it('an untouched ledger has no fault', async () => {
  expect(await found()).toEqual([]);
});

describe('an event that was edited', () => {
  // `prove-chains.test.ts` shows that the digest covers every column.
  it('edited events are reported, the first and the newest too, and with values that no event can have', async () => {
    const changes = [
      `request_hash = substr(sha256('x'), 1, 8)`,
      'amount_paise = 9223372036854775807',
      'amount_paise = -9223372036854775808',
      'balance_after = 9223372036854775807',
      `recorded_at = recorded_at + interval '1 microsecond'`,
      `effective_at = 'infinity'`,
      `reason = 'क्षमा 🙏'`,
      `reason = ''`,
      `kind = 'Gifted'`,
      'encoding_version = 2',
    ];
    await tamper(
      books.owner,
      ...changes.map((set, i) => update('wal_b', i + 2, set)),
      update('wal_a', 16, 'amount_paise = 1'),
      update('wal_c', 1, `actor = 'x'`),
      update('wal_c', 7, 'hash = set_byte(hash, 0, 255 - get_byte(hash, 0))'),
    );
    // The next event depends on the hash.
    expect(await foundInChains()).toEqual([
      'edited wal_a 16',
      ...edited('wal_b', 2, changes.length + 1),
      'edited wal_c 1',
      ...edited('wal_c', 7, 8),
    ]);
  });

  it('an edited event is reported with its projections if its amount counted in them', async () => {
    await tamper(books.owner, update('wal_a', 5, 'amount_paise = amount_paise - 100'));
    expect(await found()).toEqual([
      'edited wal_a 5',
      'wallet_differs wal_a: differs',
      expect.stringMatching(
        /^projection_differs member_month wal_a member_wal_a .*: differs, of wal_a$/,
      ),
    ]);
  });
});

describe('missing events', () => {
  it.each<[string, string[], string[]]>([
    [
      'in the middle, the rest moved up',
      [remove('wal_a', 'seq = 9'), ...renumber('wal_a', 'seq > 9', -1)],
      [...edited('wal_a', 9, 15), 'truncated wal_a 16', 'rewritten wal_a 13'],
    ],
    ['all of a wallet', [remove('wal_b', 'true')], ['truncated wal_b 1', 'truncated wal_b 1']],
  ])('missing events are reported: %s', async (_, statements, expected) => {
    await tamper(books.owner, ...statements);
    expect(await foundInChains()).toEqual(expected);
  });

  it('missing events at the end are reported by a checkpoint although everything else matches', async () => {
    await tamper(books.owner, remove('wal_a', 'seq > 10'));
    await coverUp();
    expect(await found()).toEqual(['truncated wal_a 11']);
    // A checkpoint from after the removal does not hide it.
    await takeCheckpoint(books.owner, key);
    expect(await found()).toEqual(['truncated wal_a 11']);
  });

  it('missing events that were replaced by others are reported by a checkpoint although everything else matches', async () => {
    await tamper(books.owner, remove('wal_a', 'seq > 10'));
    await coverUp();
    for (let i = 0; i < 4; i += 1) {
      await accept(books.ledger, {
        type: 'AdjustByAdmin',
        walletId: 'wal_a',
        idempotencyKey: `new_${i}`,
        actor: 'admin:a',
        amountPaise: 1,
        reason: 'instead',
      });
    }
    expect(await found()).toEqual(['rewritten wal_a 13']);
  });

  it('missing events after the newest checkpoint are not detectable when everything else matches', async () => {
    await tamper(books.owner, remove('wal_a', 'seq > 13'));
    await coverUp();
    expect(await found()).toEqual([]);
  });
});

describe('inserted events', () => {
  const forged = { amount_paise: '100000', reason: `'forged'` };

  /** A copy of event 5 as number `seq`, with a hash that follows from the previous event. */
  async function linked(seq: number): Promise<string> {
    const events = await readEvents(books.owner, 'wal_a');
    const { event, requestHash } = events[4]!;
    const { recordedAtMs } = events[seq - 2]!.event;
    const whole = {
      ...event,
      recordedAtMs,
      seq,
      position: 999_999,
      idempotencyKey: 'forged',
      reason: 'forged',
    };
    const hash = chainHash(events[seq - 2]!.hash, eventDigest(whole, requestHash)).toString('hex');
    return insertCopy('wal_a', 5, {
      seq: `${seq}`,
      reason: `'forged'`,
      recorded_at: `to_timestamp(${recordedAtMs}::float8 / 1000)`,
      hash: `decode('${hash}', 'hex')`,
    });
  }

  it('inserted events at the end are reported, with and without a matching hash', async () => {
    await tamper(
      books.owner,
      insertCopy('wal_b', 5, { ...forged, seq: '17', position: '888888' }),
      insertCopy('wal_b', 3, {
        ...forged,
        seq: '18',
        position: '999998',
        idempotency_key: `'more'`,
        hold_id: `'hold_more'`,
      }),
      await linked(17),
    );
    // The inserted event with a matching hash is also reported because its balance differs.
    expect(await foundInChains()).toEqual([
      'balance_differs wal_a 17',
      'inserted wal_a 17',
      'inserted wal_b 17',
    ]);
  });

  it('one or two events that were inserted in the middle with matching hashes are reported', async () => {
    const one = await linked(7);
    await tamper(books.owner, ...renumber('wal_a', 'seq >= 7', 1), one);
    await tamper(
      books.owner,
      ...renumber('wal_b', 'seq >= 9', 2),
      insertCopy('wal_b', 1, { ...forged, seq: '9', position: '888888' }),
      insertCopy('wal_b', 1, {
        ...forged,
        seq: '10',
        position: '999998',
        idempotency_key: `'more'`,
      }),
    );
    const faults = (await foundInChains()).filter((fault) =>
      /^(inserted|edited|deleted)/.test(fault),
    );
    expect(faults).toEqual([
      ...edited('wal_a', 8, 16),
      ...edited('wal_b', 9, 16),
      'inserted wal_a 17',
      'inserted wal_b 17',
    ]);
  });

  it('inserted events of an unknown wallet are reported', async () => {
    await tamper(books.owner, insertCopy('wal_a', 1, { wallet_id: `'wal_ghost'`, seq: '1' }));
    const faults = await found();
    expect(faults).toContain('wallet_differs wal_ghost: missing');
    expect(faults).toContain('edited wal_ghost 1');
  });
});

describe('swapped events', () => {
  const swapSeq = (walletId: string, a: number, b: number) => [
    update(walletId, a, `seq = 1000`),
    update(walletId, b, `seq = ${a}`),
    update(walletId, 1000, `seq = ${b}`),
  ];

  it.each<[string, string[], string[]]>([
    ['two adjacent events', swapSeq('wal_a', 5, 6), edited('wal_a', 5, 7)],
    [
      'the first and the last',
      swapSeq('wal_b', 1, 16),
      [...edited('wal_b', 1, 2), ...edited('wal_b', 16)],
    ],
    [
      'one that went to the back of others',
      [
        update('wal_c', 9, 'seq = 900'),
        ...renumber('wal_c', 'seq between 10 and 12', -1),
        update('wal_c', 900, 'seq = 12'),
      ],
      edited('wal_c', 9, 13),
    ],
  ])('swapped events within a wallet are reported: %s', async (_, statements, expected) => {
    await tamper(books.owner, ...statements);
    expect(await foundInChains()).toEqual(expected);
  });

  const toWallet = (from: string, to: string, condition: string) =>
    `update ledger_event set wallet_id = '${to}' where wallet_id = '${from}' and ${condition}`;
  const swapWallets = (condition: string) => [
    toWallet('wal_a', 'wal_tmp', condition),
    toWallet('wal_b', 'wal_a', condition),
    toWallet('wal_tmp', 'wal_b', condition),
  ];

  it('swapped events of two wallets are reported, whether single events or ranges', async () => {
    await tamper(books.owner, ...swapWallets('seq = 5'), ...swapWallets('seq between 9 and 11'));
    expect(await foundInChains()).toEqual(
      ['wal_a', 'wal_b'].flatMap((id) => [...edited(id, 5, 6), ...edited(id, 9, 12)]),
    );
  });

  it('an event that was moved from the end of one wallet to another is reported', async () => {
    await tamper(
      books.owner,
      `update ledger_event set wallet_id = 'wal_b', seq = 17, idempotency_key = 'moved' ${at('wal_a', 16)}`,
    );
    expect(await foundInChains()).toEqual(['truncated wal_a 16', 'inserted wal_b 17']);
  });
});

describe('a rewritten history with matching hashes and projections', () => {
  it('a rewritten history is reported by the first checkpoint that contains the original', async () => {
    await tamper(
      books.owner,
      update('wal_a', 1, 'amount_paise = amount_paise + 100000'),
      update('wal_b', 10, `reason = 'other'`),
    );
    await rechain(books.owner, 'wal_a');
    await rechain(books.owner, 'wal_b');
    await coverUp();
    expect(await found()).toEqual(['rewritten wal_a 8', 'rewritten wal_b 13']);
  });

  it('a rewritten history is reported even if the heads stored with checkpoints were replaced', async () => {
    await tamper(books.owner, update('wal_a', 10, `reason = 'other'`));
    await rechain(books.owner, 'wal_a');
    await coverUp();
    await tamper(
      books.owner,
      `update ledger_checkpoint_head h set head = e.hash from ledger_event e
       where e.wallet_id = h.wallet_id and e.seq = h.seq`,
    );
    expect(await found()).toEqual([
      'checkpoint_forged 2: does not lead to the heads that are kept with it',
    ]);
  });
});

describe('events after the newest checkpoint', () => {
  const proveNew = (publicKey = publicKeyHex) =>
    verifyNew({ connectionString: books.database.ownerUrl, publicKeyHex: publicKey });

  it("new events are verified from the checkpoint's heads without reading others", async () => {
    expect(await proveNew()).toMatchObject({ checkpoint: 2, events: 3 * 3 + 2, wallets: 4 });
    await tamper(books.owner, update('wal_a', 5, 'amount_paise = 1'));
    expect(await proveNew()).toMatchObject({ checkpoint: 2, events: 3 * 3 + 2, wallets: 4 });
    await takeCheckpoint(books.owner, key);
    expect(await proveNew()).toMatchObject({ checkpoint: 3, events: 0, wallets: 0 });
  });

  it.each([
    ['an edited event', update('wal_a', 15, `reason = 'x'`)],
    ['no last events', remove('wal_a', 'seq > 14')],
    ['an inserted event', insertCopy('wal_late', 1, { seq: '3' })],
    ['an edited event of a wallet without a checkpoint', update('wal_late', 1, 'amount_paise = 1')],
    [
      'a wallet that differs from its events',
      `update wallet set held_paise = held_paise - 1 where id = 'wal_b'`,
    ],
    ['a changed checkpoint', `update ledger_checkpoint set event_count = 1 where number = 2`],
    [
      'a changed head',
      `update ledger_checkpoint_head set head = sha256('x') where checkpoint_number = 2 and wallet_id = 'wal_a'`,
    ],
  ])('new events cannot be verified alone if their start has %s', async (_, statement) => {
    const unchecked = 'set local session_replication_role = replica';
    await tamper(books.owner, unchecked, statement);
    expect(await proveNew()).toBeNull();
    expect(await found()).not.toEqual([]);
  });

  it('new events cannot be verified alone when another key has signed the checkpoint', async () => {
    expect(await proveNew(readSigningKey('another').publicKeyHex)).toBeNull();
  });
});

describe('a wrong projection', () => {
  const month = `(select max(budget_month) from ledger_event)`;
  const openHold = (id: string) => `insert into open_hold values ('${id}', 'wal_a', 1, now())`;
  const withoutMonth = (detail: string) => detail.replace(/ \d{4}-\d\d(?=:? )/, '');

  it.each<[string, string[], string[]]>([
    [
      'each table with changed, missing and made-up rows',
      [
        `update wallet set balance_paise = balance_paise + 1 where id = 'wal_a'`,
        `update wallet set held_paise = held_paise - 1 where id = 'wal_b'`,
        `update wallet set floor_paise = -1 where id = 'wal_c'`,
        `update wallet set head = sha256('x') where id = 'wal_late'`,
        `update wallet set balance_paise = 100000 where id = 'wal_empty'`,
        `update open_hold set expires_at = now() where id = 'hold_wal_a_open'`,
        `delete from open_hold where id = 'hold_wal_b_open'`,
        openHold('hold_wal_a_captured'),
        openHold('hold_x'),
        `update member_month set spent_paise = 0 where wallet_id = 'wal_a'`,
        `delete from member_month where wallet_id = 'wal_b'`,
        `insert into member_month values ('wal_empty', 'm', '2026-01', 5, 0)`,
        `update member_month set month = '2020-02' where wallet_id = 'wal_c' and month = ${month}`,
      ],
      [
        'wal_a differs',
        'wal_b differs',
        'wal_c differs',
        'wal_late differs',
        'wal_empty orphaned',
        'open_hold hold_wal_a_open differs, of wal_a',
        'open_hold hold_wal_b_open missing, of wal_b',
        'open_hold hold_wal_a_captured orphaned, of wal_a',
        'open_hold hold_x orphaned, of wal_a',
        'member_month wal_a member_wal_a differs, of wal_a',
        'member_month wal_b member_wal_b missing, of wal_b',
        'member_month wal_empty m orphaned, of wal_empty',
        'member_month wal_c member_wal_c orphaned, of wal_c',
        'member_month wal_c member_wal_c missing, of wal_c',
      ],
    ],
    [
      'the clock, and holds of another wallet or amount',
      [
        `update wallet set recorded_at = recorded_at + interval '1 day' where id = 'wal_a'`,
        `update open_hold set wallet_id = 'wal_b' where id = 'hold_wal_a_open'`,
        `update open_hold set amount_paise = 1 where id = 'hold_wal_b_open'`,
      ],
      [
        'wal_a differs',
        'open_hold hold_wal_a_open differs, of wal_a',
        'open_hold hold_wal_b_open differs, of wal_b',
      ],
    ],
  ])('wrong projections are found and repaired: %s', async (_, statements, expected) => {
    for (const statement of statements) await books.owner.query(statement);
    const sorted = expected.toSorted();
    const findings = (await found()).map((line) =>
      withoutMonth(line)
        .replace(/^\w+_differs /, '')
        .replace(': ', ' '),
    );
    expect(findings.toSorted()).toEqual(sorted);
    const { repaired } = await coverUp();
    const rows = repaired.map((row) => withoutMonth(row).replace(/^wallet /, ''));
    expect(rows.toSorted()).toEqual(sorted);
    expect(await found()).toEqual([]);
  });

  it('a wallet with a sequence number above its events is reported and repaired', async () => {
    await books.owner.query(`update wallet set seq = seq + 1 where id = 'wal_a'`);
    expect(await found()).toEqual(['truncated wal_a 17', 'wallet_differs wal_a: differs']);
    await coverUp();
    expect(await found()).toEqual([]);
  });

  it('all rows of all projections are found and repaired, for more wallets than one batch', async () => {
    await Promise.all(
      Array.from({ length: 45 }, async (_, i) => {
        const id = await walletCalled(books, `wal_more_${i}`);
        for (const command of createStory(id, i).slice(0, 9)) await accept(books.ledger, command);
      }),
    );
    await books.owner.query(`
      update wallet set balance_paise = balance_paise + 5 where seq > 0; delete from open_hold;
      delete from member_month`);
    const indexes = `select indexdef from pg_indexes where schemaname = 'public' order by indexdef`;
    const before = await books.owner.query(indexes);
    const { repaired } = await coverUp();
    expect((await books.owner.query(indexes)).rows).toEqual(before.rows);
    expect(repaired.filter((row) => row.startsWith('wallet')).length).toBe(49);
    expect(repaired.filter((row) => row.includes(' missing')).length).toBeGreaterThan(45 * 2);
    expect(await found()).toEqual([]);
  });

  it('a projection of a deleted wallet cannot be repaired, and the error says so', async () => {
    await books.owner.query(`delete from wallet where id = 'wal_late'`);
    expect(await found()).toEqual(['wallet_differs wal_late: missing']);
    await expect(coverUp()).rejects.toThrow('wallet wal_late missing');
  });

  it('a wrong projection is repaired during writes of two processes, and no wallet becomes wrong', async () => {
    const elsewhere = await reopenTestLedger(books.database);
    let done = false;
    let appended = 0;
    const write = async (walletId: string, writer: number) => {
      const { ledger } = writer % 2 ? books : elsewhere;
      for (let i = 0; !done; i += 1) {
        const base = { walletId, actor: `writer_${writer}`, amountPaise: 100 };
        const gift = { type: 'AdjustByAdmin', reason: 'gift', idempotencyKey: `g_${writer}_${i}` };
        const charge = { type: 'Charge', tool: 'chat', idempotencyKey: `c_${writer}_${i}` };
        await accept(ledger, { ...base, ...gift } as Command);
        await accept(ledger, { ...base, ...charge, memberUid: `member_${walletId}` } as Command);
        appended += 2;
      }
    };
    const writers = Array.from({ length: 12 }, (_, i) =>
      write(['wal_a', 'wal_b', 'wal_c'][i % 3]!, i),
    );
    const rounds = 5;
    let replaced = 0;
    for (let round = 0; round < rounds; round += 1) {
      await books.owner.query(`update open_hold set amount_paise = 1 where id = 'hold_wal_a_open'`);
      await books.owner.query(`update wallet set floor_paise = -1 where id = 'wal_b'`);
      for (const walletId of ['wal_a', 'wal_b', 'wal_c']) {
        await books.owner.query(
          `update member_month set spent_paise = spent_paise + 7 where wallet_id = '${walletId}'`,
        );
      }
      // An empty table is repaired in another way than a missing row.
      const lost = round % 5 === 0 ? 'true' : `id = 'hold_wal_b_open'`;
      await books.owner.query(`delete from open_hold where ${lost}`);
      replaced += (await coverUp()).repaired.length;
    }
    done = true;
    await Promise.all(writers);
    await elsewhere.close();
    expect(appended).toBeGreaterThan(20);
    // The next event corrects a wrong floor, so not every round finds it.
    expect(replaced).toBeGreaterThanOrEqual(5 * rounds);
    expect(await found()).toEqual([]);
  });
});

describe('a checkpoint', () => {
  const heads = 'does not lead to the heads that are kept with it';
  const unsigned = 'is not signed with the given key';
  const forged = (...details: string[]) =>
    details.map((detail) => `checkpoint_forged ${detail.replace(' ', ': ')}`);

  it.each<[string, string, string[]]>([
    [
      'was edited beyond all numbers',
      `update ledger_checkpoint set event_count = 9223372036854775807 where number = 2`,
      forged('2 was edited', `2 ${unsigned}`, `2 ${heads}`),
    ],
    [
      'lost its signature',
      `update ledger_checkpoint set signature = sha512('x') where number = 1`,
      forged(`1 ${unsigned}`),
    ],
    [
      'lost its link',
      `update ledger_checkpoint set previous_hash = sha256('x') where number = 2`,
      forged('2 was edited', '2 does not follow the one before', `2 ${unsigned}`),
    ],
    [
      'has another head',
      `update ledger_checkpoint_head set head = sha256('x') where wallet_id = 'wal_a' and checkpoint_number = 2`,
      [...forged(`2 ${heads}`), 'checkpoint_forged wal_a 13'],
    ],
    [
      'had another head, and a newer one has not',
      `update ledger_checkpoint_head set head = sha256('x') where wallet_id = 'wal_a' and checkpoint_number = 1`,
      ['checkpoint_forged wal_a 8'],
    ],
    [
      'lost a head',
      `delete from ledger_checkpoint_head where wallet_id = 'wal_a' and checkpoint_number = 2`,
      forged(`2 ${heads}`),
    ],
  ])('a checkpoint that %s is reported', async (_, statement, expected) => {
    await tamper(books.owner, statement);
    expect(await found()).toEqual(expected);
  });

  it('a missing checkpoint is reported once, by the next one', async () => {
    await takeAnother();
    await takeAnother();
    await tamper(
      books.owner,
      `delete from ledger_checkpoint_head where checkpoint_number = 2`,
      `delete from ledger_checkpoint where number = 2`,
    );
    const faults = await found();
    expect(faults).toContain('checkpoint_forged 2: is missing');
    expect(faults).toContain('checkpoint_forged 3: does not follow the one before');
    expect(faults.join()).not.toContain('3 is missing');
    expect(faults.join()).not.toContain('4 ');
  });

  it("a checkpoint with another key's signature is reported when the right key is given", async () => {
    const [, second] = await readCheckpoints(books.owner);
    const other = readSigningKey('another key');
    const message = encodeCheckpoint({
      ...second!.checkpoint,
      createdAtMs: second!.checkpoint.createdAtMs + 1000,
      keyId: other.keyId,
    });
    await tamper(
      books.owner,
      `update ledger_checkpoint set created_at = created_at + interval '1 second',
         key_id = '${other.keyId}', hash = decode('${sha256(message).toString('hex')}', 'hex'),
         signature = decode('${signWith(other, message).toString('hex')}', 'hex') where number = 2`,
    );
    expect(await found()).toEqual(forged(`2 ${unsigned}`));
    expect(await verifyLines(books.database)).toEqual([]);
  });

  it('a saved checkpoint is reported as missing after the newest checkpoints were deleted', async () => {
    const kept = await readCheckpoints(books.owner);
    expect(await verifyLines(books.database, { exported: kept })).toEqual([]);
    await tamper(
      books.owner,
      `delete from ledger_checkpoint_head where checkpoint_number = 2`,
      `delete from ledger_checkpoint where number = 2`,
    );
    expect(await verifyLines(books.database)).toEqual([]);
    expect(await verifyLines(books.database, { exported: kept })).toEqual([
      expect.stringMatching(/^checkpoint_missing 2: of 20\d\d-.*Z is not here/),
    ]);
  });

  it('a saved checkpoint from after a backup shows that the backup was restored', async () => {
    const live = await createTestLedger();
    await walletCalled(live, 'wal_a');
    for (const command of createStory('wal_a', 0)) await accept(live.ledger, command);
    const before = await takeCheckpoint(live.owner, key);
    await live.close();
    const backup = await copyDatabase(live.database);
    const again = await reopenTestLedger(live.database);
    const later = await takeAnother(again);

    const exported = [before!, later];
    expect(await verifyLines(backup, { publicKeyHex, exported: [before!] })).toEqual([]);
    expect(await verifyLines(backup, { publicKeyHex, exported })).toEqual([
      expect.stringMatching(/^checkpoint_missing 2: /),
    ]);
    expect(await verifyLines(live.database, { publicKeyHex, exported })).toEqual([]);
    await again.close();
    await backup.drop();
    await live.database.drop();
  });

  let more = 0;

  /** Appends events and takes a checkpoint of them. */
  async function takeAnother({ ledger, owner } = books): Promise<SignedCheckpoint> {
    await accept(ledger, {
      type: 'AdjustByAdmin',
      walletId: 'wal_a',
      idempotencyKey: `more_${(more += 1)}`,
      actor: 'admin:a',
      amountPaise: 1,
      reason: 'more',
    });
    return (await takeCheckpoint(owner, key))!;
  }
});

describe('a locked bonus', () => {
  it("a locked amount cannot be changed with the application's login, and verify and rebuild find a change by the owner", async () => {
    const own = await createTestLedger();
    try {
      await walletCalled(own, 'wal_new');
      await accept(own.ledger, {
        type: 'CreditSignupBonus',
        walletId: 'wal_new',
        idempotencyKey: 'bonus',
        actor: 'user:asha',
        amountPaise: 250_00,
        lockedPaise: 250_00,
      });
      const unlock = `update wallet set locked_paise = 0, locked_for = null where id = 'wal_new'`;
      const forget = `delete from bonus_claim`;
      const app = createPool(own.database.appUrl, { max: 1 });
      try {
        await expect(app.query(unlock)).rejects.toThrow('change only with an event');
        await expect(app.query(forget)).rejects.toThrow('permission denied');
        expect(await verifyLines(own.database, {})).toEqual([]);
        // The trigger accepts a change of the head, as by an event; the chain differs.
        await app.query(`update wallet set locked_paise = 0, locked_for = null,
          head = sha256(head) where id = 'wal_new'`);
      } finally {
        await app.end();
      }
      expect(await verifyLines(own.database, {})).not.toEqual([]);
      const rebuild = () => rebuildProjections({ connectionString: own.database.ownerUrl });
      expect((await rebuild()).repaired).toHaveLength(1);
      await own.owner.query(unlock);
      const lines = await verifyLines(own.database, {});
      expect(lines).toEqual([expect.stringMatching(/^wallet_differs wal_new/)]);
      expect((await rebuild()).repaired).toHaveLength(1);
      const { rows } = await own.owner.query(`select locked_paise, locked_for from wallet`);
      expect(rows).toEqual([{ locked_paise: 250_00, locked_for: 'asha' }]);
      expect(await verifyLines(own.database, {})).toEqual([]);
    } finally {
      await own.close();
      await own.database.drop();
    }
  });
});
