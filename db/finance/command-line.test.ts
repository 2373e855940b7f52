import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accept,
  createTestLedger,
  readEvents,
  createStory,
  tamper,
  walletCalled,
  type TestLedger,
} from '../testing/ledger-story.ts';
import { insertManyEvents } from '../testing/random-events.ts';
import { ledgerUsage, runLedgerTool, type LedgerToolContext } from './command-line.ts';
import { readSigningKey } from '../ledger/signing-key.ts';

const signingSecret = 'the key of these tests';
const { publicKeyHex } = readSigningKey(signingSecret);

let books: TestLedger;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sachet-ledger-tool-'));
  books = await createTestLedger();
  for (const id of ['wal_a', 'wal_b']) {
    await walletCalled(books, id);
    for (const command of createStory(id, 0)) await accept(books.ledger, command);
  }
});

afterAll(async () => {
  await books.close();
  await books.database.drop();
  await rm(folder, { recursive: true });
});

const inFolder = (name: string) => join(folder, name);

function collecting() {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  return { stream, text: () => chunks.join('') };
}

async function run(argv: string[], changes: Partial<LedgerToolContext> = {}) {
  const [out, err] = [collecting(), collecting()];
  const code = await runLedgerTool(
    {
      connectionString: books.database.ownerUrl,
      signingSecret,
      previousPublicKeysHex: [],
      out: out.stream,
      err: err.stream as unknown as NodeJS.WriteStream,
      ...changes,
    },
    argv,
  );
  return { code, out: out.text(), err: err.text() };
}

const noKey = { signingSecret: undefined };

describe('provenance', () => {
  it('`provenance` computes new events, `verify` compares them, and `--rebuild` computes all of them again', async () => {
    const first = await run(['provenance']);
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toMatch(
      /^32 new events; unspent: paid [\d.]+, given [\d.]+, owed by users 0\.00\n$/,
    );
    const sums = first.out.replace('32 new', '');
    expect((await run(['provenance'])).out).toBe(`0 new${sums}`);
    await books.owner.query('update provenance_wallet set paid_paise = paid_paise + 1');
    const { code, out } = await run(['verify']);
    expect(code).toBe(1);
    expect(out).toContain('provenance_differs wal_b: lots or debts at event 16 differ');
    expect(await run(['provenance', '--rebuild'])).toMatchObject({ code: 0, out: `32 new${sums}` });
    expect(await run(['verify'])).toMatchObject({ code: 0 });
  });
});

describe('wrong usage', () => {
  it.each<[string[]]>([
    [[]],
    [['destroy']],
    [['toString']],
    [['verify', '--what']],
    [['verify', '--checkpoint', '/nowhere']],
    [['as-of', 'wal_a', 'yesterday']],
    [['as-of', 'wal_a', '2026-11-21T12:00:00']],
    [['export', '--format', 'xml']],
    [['receipt', 'wal_a', '0']],
    [['check-receipt', '/nowhere']],
    [['public-key', 'mine']],
  ])('the arguments %j print the usage and exit with code 2', async (argv) => {
    const { code, out, err } = await run(argv);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(ledgerUsage);
  });

  it.each([['checkpoint'], ['public-key'], ['check-receipt', 'x']])(
    'without a signing key, %s exits with code 2',
    async (...argv) => {
      const { code, err } = await run(argv, noKey);
      expect(code).toBe(2);
      expect(err).toContain('LEDGER_SIGNING_KEY is not set');
    },
  );

  it('a file that is not a checkpoint or receipt is reported', async () => {
    await writeFile(inFolder('broken'), '{');
    await writeFile(inFolder('other'), '{"hashHex": 1}');
    expect((await run(['verify', '--checkpoint', inFolder('broken')])).code).toBe(2);
    expect((await run(['verify', '--checkpoint', inFolder('other')])).code).toBe(2);
    expect((await run(['check-receipt', inFolder('broken')])).code).toBe(2);
    expect((await run(['check-receipt', inFolder('broken'), '--public-key', 'zz'])).code).toBe(2);
    expect(await run(['check-receipt', inFolder('other')])).toEqual({
      code: 1,
      out: '',
      err: 'This is not a receipt.\n',
    });
  });
});

describe('the ledger tool', () => {
  it('the ledger tool prints the public key', async () => {
    expect(await run(['public-key'])).toEqual({ code: 0, out: `${publicKeyHex}\n`, err: '' });
  });

  it('the ledger tool takes checkpoints, writes them to files, and verifies against them', async () => {
    const early = await run(['receipt', 'wal_a', '3']);
    expect(early).toMatchObject({ code: 1, out: '' });
    expect(early.err).toContain('run `checkpoint` first');

    const first = await run(['checkpoint']);
    expect(first.code).toBe(0);
    expect(JSON.parse(first.out).checkpoint).toMatchObject({
      number: 1,
      walletCount: 2,
      eventCount: 32,
    });
    const again = await run(['checkpoint', '--file', inFolder('one.json')]);
    expect(again).toMatchObject({ code: 0, out: '' });
    expect(again.err).toContain('nothing has happened since');
    expect(await readFile(inFolder('one.json'), 'utf8')).toBe(first.out);

    await accept(books.ledger, {
      ...createStory('wal_a', 0)[0]!,
      idempotencyKey: 'another',
    });
    await run(['checkpoint']);
    const all = await run(['checkpoint', '--all', '--file', inFolder('all.json')], noKey);
    expect(all.code).toBe(0);
    expect((await readFile(inFolder('all.json'), 'utf8')).trim().split('\n')).toHaveLength(2);

    const files = ['--checkpoint', inFolder('one.json'), '--checkpoint', inFolder('all.json')];
    expect(await run(['verify', ...files])).toEqual({
      code: 0,
      out: '33 events of 2 wallets, 2 checkpoints, 0 rows of the audit trail: no finding\n',
      err: '',
    });
    const proved = await run(['verify', '--new', ...files]);
    const { rows } = await books.owner.query('select max(position) as last from ledger_event');
    expect(proved).toEqual({
      code: 0,
      out:
        '0 events of 0 wallets since checkpoint 2: no finding\n' +
        `Not read: the 33 events (positions up to ${rows[0].last}) that checkpoint 2 contains, older ` +
        "checkpoints, projections, the days' closes and tax documents. `ledger verify` reads all of them.\n",
      err: '',
    });
    expect((await run(['verify', '--public-key', publicKeyHex], noKey)).code).toBe(0);
    expect((await run(['verify'], noKey)).out).toContain('signatures not checked');
  });

  it('the ledger tool lists findings, with code 1 and a line for each', async () => {
    const otherKey = readSigningKey('another').publicKeyHex;
    const unsigned = await run(['verify', '--public-key', otherKey]);
    expect(unsigned.code).toBe(1);
    expect(unsigned.out).toContain('checkpoint_forged 1: is not signed with the given key\n');

    const alien = JSON.parse(await readFile(inFolder('one.json'), 'utf8'));
    await writeFile(inFolder('alien.json'), JSON.stringify({ ...alien, hashHex: 'ab'.repeat(32) }));
    const missing = await run(['verify', '--checkpoint', inFolder('alien.json')]);
    expect(missing.code).toBe(1);
    expect(missing.out).toContain('checkpoint_missing 1: of 20');

    const edit = (reason: string) =>
      `update ledger_event set reason = '${reason}' where wallet_id = 'wal_b' and seq = 6`;
    await tamper(books.owner, edit('other'));
    const { code, out } = await run(['verify']);
    await tamper(books.owner, edit('the reply was cut off'));
    expect(code).toBe(1);
    expect(out).toBe(
      'chain_broken wal_b#6: edited: does not hash to what was recorded\n' +
        'Remedies:\n  chain_broken: Events were changed. Do not rebuild: stop spending from the wallet, keep ' +
        'the evidence, and put the events back (docs/ledger.md#after-a-finding).\n' +
        '33 events of 2 wallets, 2 checkpoints, 0 rows of the audit trail: 1 finding\n',
    );
    const wallet = ['verify', '--wallet'];
    expect((await run(['verify'])).code).toBe(0);
    await tamper(books.owner, edit('other'));
    expect((await run([...wallet, 'wal_b'])).out).toContain('chain_broken wal_b#6: edited');
    expect((await run([...wallet, 'wal_a'])).out).not.toContain('chain_broken');
    await tamper(books.owner, edit('the reply was cut off'));
    expect((await run([...wallet, 'wal_b'])).out).toMatch(/\n16 events of wal_b: 2 findings\n$/);
    expect(await run([...wallet, 'wal_x'])).toMatchObject({
      code: 1,
      err: 'There is no wallet wal_x.\n',
    });
    await books.owner.query(`update wallet set held_paise = held_paise + 1 where id = 'wal_b'`);
    expect((await run(['verify', '--new'])).out).toContain('wallet_differs wal_b: differs');
    await books.owner.query(`update wallet set held_paise = held_paise - 1 where id = 'wal_b'`);
  });

  it('`audit` verifies new events, and lists open findings with code 1', async () => {
    // The test data have charges for results that do not exist.
    const first = await run(['audit']);
    expect(first.code).toBe(1);
    expect(first.out).toContain(
      'charge_without_result wal_a#4: nothing was delivered for gen_wal_a',
    );
    expect(first.out).toContain('33 new events (last look before: never): 4 findings\n');
    const again = await run(['audit']);
    expect(again.out).toMatch(/33 new events \(last look before: 20.*\): 4 findings\n$/);
  });

  it('`rebuild` repairs projections and lists the replaced rows', async () => {
    expect(await run(['rebuild'])).toMatchObject({
      code: 0,
      out: '33 events of 2 wallets: 0 rows replaced\n',
    });
    await books.owner.query(`update open_hold set amount_paise = 1 where id = 'hold_wal_b_open'`);
    expect(await run(['rebuild'])).toMatchObject({
      code: 0,
      out: 'replaced: open_hold hold_wal_b_open differs, of wal_b\n33 events of 2 wallets: 1 rows replaced\n',
    });
  });

  it.each([[['rebuild']], [['provenance', '--rebuild']]])(
    '%j refuses a ledger with a forged event, changes nothing, and says what to do',
    async (argv) => {
      await run(['provenance']);
      const edit = (paise: number) =>
        tamper(
          books.owner,
          `update ledger_event set amount_paise = amount_paise + ${paise}
            where wallet_id = 'wal_b' and seq = 2`,
        );
      const readAll = async () => {
        const tables = ['wallet', 'ledger_day', 'provenance_wallet', 'provenance_move'];
        const rows = tables.map((table) =>
          books.owner.query(`select * from ${table} order by 1, 2`),
        );
        return (await Promise.all(rows)).map((each) => each.rows);
      };
      const before = await readAll();
      await edit(1_000_00);
      const { code, out, err } = await run(argv);
      const after = await readAll();
      await edit(-1_000_00);
      expect({ code, err }).toEqual({
        code: 1,
        err: 'Nothing was rebuilt, because the events do not verify.\n',
      });
      expect(out).toContain('chain_broken wal_b#2: edited: does not hash to what was recorded\n');
      expect(out).toContain('stop spending from the wallet, keep the evidence');
      expect(after).toEqual(before);
    },
  );

  it('`rebuild` refuses a last event that neither the row, the auditor nor a checkpoint knows, and repairs a row that they contradict', async () => {
    const other = await createTestLedger();
    const there = { connectionString: other.database.ownerUrl };
    try {
      await walletCalled(other, 'wal_x');
      for (const command of createStory('wal_x', 0).slice(0, 2)) {
        await accept(other.ledger, command);
      }
      const head = (text: string) => `update wallet set head = sha256('${text}')`;
      await other.owner.query(head('another'));
      expect(await run(['rebuild'], there)).toMatchObject({
        code: 1,
        out: expect.stringContaining(
          "chain_broken wal_x#2: edited: is not the event that the wallet's row",
        ),
      });
      await other.owner.query(
        `update wallet set head = (select hash from ledger_event order by seq desc limit 1)`,
      );
      await other.owner.query('update wallet set seq = 1');
      expect((await run(['rebuild'], there)).out).toContain(
        'chain_broken wal_x#2: inserted: the wallet ends',
      );
      await other.owner.query('update wallet set seq = 2');
      await run(['audit'], there);
      await other.owner.query(head('another'));
      expect(await run(['rebuild'], there)).toMatchObject({ code: 0 });
      await other.owner.query('update wallet set seq = 0, balance_paise = 0');
      expect(await run(['rebuild'], there)).toMatchObject({ code: 0 });
      await tamper(
        other.owner,
        `update ledger_event set hash = sha256('forged') where seq = 2`,
        head('forged'),
      );
      expect((await run(['rebuild'], there)).out).toContain(
        'chain_broken wal_x#2: rewritten: is not the event that the auditor verified',
      );
      await tamper(
        other.owner,
        'delete from ledger_event where seq = 2',
        `update wallet set seq = 1, head = e.hash, balance_paise = e.balance_after
           from ledger_event e`,
      );
      expect(await run(['rebuild'], there)).toMatchObject({
        code: 1,
        out: expect.stringContaining('chain_broken wal_x#2: truncated: is missing'),
      });
    } finally {
      await other.close();
      await other.database.drop('broken');
    }
  });

  it('`reconcile` never takes the gateway’s figures from the ledger, and says what finance and the auditor have open', async () => {
    await books.owner.query(
      `insert into payment_exception (kind, subject, detail) values
         ('second_payment', 'pay_1', '{"amountPaise": 1500000}'),
         ('second_payment', 'pay_2', '{"amountPaise": 30000}')`,
    );
    const { code, out } = await run(['reconcile']);
    expect(code).toBe(0);
    expect(out).toContain(
      'ledger 1700.00 | not reported yet 1700.00 | gateway 0.00 | settled 0.00',
    );
    expect(out).toContain(
      'Finance has still to decide 2 exceptions of 15300.00 at /admin/payments:\n' +
        '  second_payment: 2, 15300.00\n' +
        "The auditor has 4 open findings, so the ledger's column may be wrong: " +
        'run `ledger audit`.\n',
    );
  });

  it('`as-of` prints a wallet at an earlier time', async () => {
    const [first] = await readEvents(books.owner, 'wal_b');
    const at = new Date(first!.event.recordedAtMs).toISOString();
    const { code, out } = await run(['as-of', 'wal_b', at]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ walletId: 'wal_b' });
    const effective = await run(['as-of', 'wal_b', '2199-01-01T00:00:00Z', '--effective']);
    const { rows } = await books.owner.query(
      `select balance_paise, held_paise, locked_paise, seq from wallet where id = 'wal_b'`,
    );
    expect(JSON.parse(effective.out)).toEqual({
      walletId: 'wal_b',
      seq: rows[0].seq,
      balancePaise: rows[0].balance_paise,
      heldPaise: rows[0].held_paise,
      lockedPaise: rows[0].locked_paise,
    });
    expect(await run(['as-of', 'wal_x', at])).toEqual({
      code: 1,
      out: '',
      err: 'There is no wallet wal_x.\n',
    });
  });

  it('`export` writes to the output and to a file', async () => {
    const json = await run(['export']);
    expect(json.code).toBe(0);
    expect(
      json.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).seq),
    ).toHaveLength(33);
    const csv = await run(['export', '--format', 'csv', '--file', inFolder('events.csv')]);
    expect(csv).toEqual({ code: 0, out: '', err: '' });
    const lines = (await readFile(inFolder('events.csv'), 'utf8')).trim().split('\n');
    expect(lines).toHaveLength(34);
    expect(lines[0]).toContain('wallet_id,seq,position');
    await expect(run(['export', '--file', '/nowhere/events.csv'])).rejects.toThrow('ENOENT');
  });

  it('`receipt` makes a receipt that verifies, but not with another key or a changed text', async () => {
    const file = inFolder('receipt.json');
    expect(await run(['receipt', 'wal_a', '3', '--file', file])).toMatchObject({
      code: 0,
      out: '',
    });
    const good = { code: 0, out: 'The receipt is good.\n', err: '' };
    // Checking a receipt needs no database, and no secret if the public key is given.
    const apart = { connectionString: 'postgres://nobody@127.0.0.1:1/none', ...noKey };
    expect(await run(['check-receipt', file, '--public-key', publicKeyHex], apart)).toEqual(good);
    expect(await run(['check-receipt', file])).toEqual(good);
    const other = readSigningKey('another').publicKeyHex;
    expect(await run(['check-receipt', file, '--public-key', other])).toEqual({
      code: 1,
      out: 'not good: signature_invalid\n',
      err: '',
    });
    await writeFile(file, (await readFile(file, 'utf8')).replace('"gen_', '"gen_x'));
    expect(await run(['check-receipt', file])).toMatchObject({
      code: 1,
      out: 'not good: head_differs\n',
    });
    const unknown = await run(['receipt', 'wal_a', '999']);
    expect(unknown).toEqual({ code: 1, out: '', err: 'wal_a has no event 999.\n' });
  });

  it('an empty ledger exports nothing, verifies and has no checkpoint, and a long export ends when its reader closes', async () => {
    const other = await createTestLedger();
    const there = { connectionString: other.database.ownerUrl };
    expect(await run(['export'], there)).toEqual({ code: 0, out: '', err: '' });
    expect(await run(['verify'], there)).toMatchObject({
      code: 0,
      out: '0 events of 0 wallets, 0 checkpoints, 0 rows of the audit trail: no finding\n',
    });
    expect(await run(['checkpoint', '--all'], there)).toEqual({ code: 0, out: '', err: '' });
    expect(await run(['checkpoint'], there)).toEqual({
      code: 1,
      out: '',
      err: 'The ledger has no events yet.\n',
    });

    await insertManyEvents(other.owner, 4_000);
    let chunks = 0;
    const head = new Writable({
      write(_chunk, _encoding, done) {
        chunks += 1;
        if (chunks === 2) done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
        else done();
      },
    });
    // As `| head` does.
    await expect(run(['export'], { ...there, out: head })).rejects.toThrow('EPIPE');
    expect(chunks).toBe(2);
    await other.close();
    await other.database.drop('broken');
  });
});
