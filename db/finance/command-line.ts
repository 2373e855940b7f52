/** Runs `npm run ledger -- …`. Results are written to `out`, progress and errors to `err`. */
import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import {
  mostFindings,
  type Finding as LedgerFinding,
} from '@sachet/shared/ledger/contracts/admin-ledger';
import {
  Receipt,
  SignedCheckpoint as SignedCheckpointSchema,
  verifyReceiptWith,
} from '@sachet/shared/ledger/receipt';
import { parseMoment } from '@sachet/shared/time';
import { SignedRestore } from '@sachet/shared/ledger/restore';
import { IndianDay } from '@sachet/shared/contracts/vocabulary';
import {
  addIdentities,
  holdsIdentity,
  type Finding,
  type Identity,
} from '@sachet/shared/finance/settlement/reconcile';
import { countOpenFindings, readAuditorState } from '../checks/findings.ts';
import { runAuditPass } from '../checks/pass.ts';
import { countFindings, toFindingLines, toRemedyLines } from '../checks/report.ts';
import {
  verifyNew,
  verifyWallet,
  verifyWhole,
  type NewProof,
  type VerifyOptions,
} from '../checks/run.ts';
import { createKysely, createPool } from '../connect.ts';
import { findReconciledDays, reconcileDays } from './reconcile.ts';
import { readWalletAsOf } from '../ledger/history/as-of.ts';
import { projectNewEvents } from './provenance/project.ts';
import { readUnspent } from './provenance/read.ts';
import { sumOpenExceptions, type OpenExceptions } from './exceptions.ts';
import { readCheckpoints, takeCheckpoint } from '../ledger/checkpoint.ts';
import { exportEvents, exportHeads } from '../ledger/export.ts';
import { createProgress } from './progress.ts';
import { isOwnCheckpoint, isOwnRestore } from '../ledger/check-checkpoints.ts';
import { forgetProvenanceSafely, rebuildBooks } from './rebuild.ts';
import { recordRestore, type Published, type RecordedRestore } from './record-restore.ts';
import { findingRemedies } from './remedies.ts';
import { makeReceipt } from '../ledger/receipt.ts';
import { readRestores } from '../ledger/restores.ts';
import { readSigningKey, type SigningKey } from '../ledger/signing-key.ts';

export interface LedgerToolContext {
  /** The owner's login; `rebuild` deletes and replaces projected rows. */
  readonly connectionString: string;
  /** `LEDGER_SIGNING_KEY`, if it is set. */
  readonly signingSecret: string | undefined;
  /** `LEDGER_PUBLIC_KEYS_PREVIOUS`: the previous public keys, in hex. */
  readonly previousPublicKeysHex: readonly string[];
  readonly out: NodeJS.WritableStream;
  readonly err: NodeJS.WriteStream;
}

export const ledgerUsage = `usage: npm run ledger -- COMMAND

  verify [--new | --wallet WALLET] [--public-key HEX ...] [--checkpoint FILE ...]
                       run every check on the whole ledger and its books; exit code 1 on a finding.
                       List several keys with the newest first. --new verifies only the events since the
                       newest checkpoint, and everything if they do not follow from it; --wallet only
                       one wallet
  audit                run the auditor's checks on what is new, list its open findings; exit code 1 if
                       there is any
  reconcile [--day D]  compare the ledger with the gateway's reports and the bank by Indian day, to the
                       paisa; list the differences and the exceptions that finance must decide; exit
                       code 1 if the totals differ
  rebuild              verify the events, compute every projection and the day totals from them again,
                       and replace the rows that differ; changes nothing if an event is faulty
  provenance [--rebuild]
                       compute which credits paid for the new events, or for all events again, and how
                       much paid and given money is unspent
  as-of WALLET TIME [--effective]
                       a wallet as the ledger knew it at TIME, or as it was according to all events now
  export [--heads] [--format ndjson|csv] [--file FILE]
                       every event, wallet by wallet; with --heads the events that each checkpoint
                       contains
  checkpoint [--all] [--file FILE]
                       sign the current end of every chain and print the checkpoint; --all prints every
                       checkpoint, after the statements of restores
  restored --checkpoint FILE ... | --none-published  [--to TIME] [--confirm WORDS] [--correct]
                       after a restore from a backup, before the servers start: sign which published
                       checkpoints are given up; the next one has a new number, and documents of the
                       year continue in another series. If FILE is -, it is the standard input.
                       --correct adds checkpoints that were missing in the last answer
  receipt WALLET SEQ [--file FILE]
                       the proof that an event is in the ledger
  check-receipt FILE [--public-key HEX ...]
                       check such a proof; needs no database
  public-key           the key that checkpoints are signed with
`;

type Tool = (context: LedgerToolContext, args: string[]) => Promise<number>;

/** Returns the exit code: 0 success, 1 a fault or a refusal, 2 wrong usage. */
export async function runLedgerTool(context: LedgerToolContext, argv: string[]): Promise<number> {
  const [name, ...args] = argv;
  const tool = Object.hasOwn(tools, name ?? '') ? tools[name!] : undefined;
  if (!tool) {
    context.err.write(ledgerUsage);
    return 2;
  }
  try {
    return await tool(context, args);
  } catch (error) {
    if (!(error instanceof Usage)) throw error;
    context.err.write(`${error.message}\n\n${ledgerUsage}`);
    return 2;
  }
}

class Usage extends Error {}

function options<T extends NonNullable<Parameters<typeof parseArgs>[0]>['options']>(
  args: string[],
  known: T,
  mostPositionals = 0,
) {
  const parsed = parsedOrUsage(args, known);
  const surplus = parsed.positionals[mostPositionals];
  if (surplus !== undefined) throw new Usage(`too much: ${surplus}`);
  return parsed;
}

function parsedOrUsage<T extends NonNullable<Parameters<typeof parseArgs>[0]>['options']>(
  args: string[],
  known: T,
) {
  try {
    return parseArgs({ args, options: known, allowPositionals: true });
  } catch (error) {
    throw new Usage((error as Error).message);
  }
}

const publicKeyOption = { type: 'string', multiple: true, default: [] as string[] } as const;

/** The keys in `given`, or else the ledger's own key and the previous ones, if there is one. */
function getPublicKeys(context: LedgerToolContext, given: unknown): readonly string[] {
  const own = getKey(context);
  const ownAndPrevious = own ? [own.publicKeyHex, ...context.previousPublicKeysHex] : [];
  const keys = (given as string[]).length > 0 ? (given as string[]) : ownAndPrevious;
  if (keys.every((key) => /^[0-9a-f]{64}$/.test(key))) return keys;
  throw new Usage('a public key is 64 hex digits');
}

function getKey(context: LedgerToolContext): SigningKey | null {
  const { signingSecret, previousPublicKeysHex } = context;
  return signingSecret ? readSigningKey(signingSecret, previousPublicKeysHex) : null;
}

function requiredKey(context: LedgerToolContext): SigningKey {
  const key = getKey(context);
  if (!key) throw new Usage('LEDGER_SIGNING_KEY is not set.');
  return key;
}

/** Writes to the requested file, or to `out`. */
async function deliver({ out }: LedgerToolContext, file: unknown, lines: string): Promise<number> {
  if (typeof file === 'string') await writeFile(file, lines);
  else out.write(lines);
  return 0;
}

const asLine = (value: unknown): string => `${JSON.stringify(value)}\n`;

const verify: Tool = async (context, args) => {
  const { values } = options(args, {
    new: { type: 'boolean', default: false },
    wallet: { type: 'string' },
    'public-key': publicKeyOption,
    checkpoint: { type: 'string', multiple: true, default: [] },
  });
  const files = values.checkpoint as string[];
  const exported = joinPublished(await Promise.all(files.map(readCheckpointFile))).checkpoints;
  if (files.length > 0 && exported.length === 0) throw new Usage('the files have no checkpoint');
  const progress = createProgress(context.err);
  const expected = {
    ...getExpected(context, values['public-key']),
    exported,
    progress: progress.show,
  };
  if (typeof values.wallet === 'string') return verifyOne(context, expected, values.wallet);
  const proof = values.new ? await verifyNew(expected) : null;
  if (proof) {
    progress.done();
    context.out.write(toNewProofLines(proof));
    return 0;
  }
  const { findings, ...read } = await verifyWhole(expected);
  progress.done();
  context.out.write(toFindingLines(findings));
  for (const { statement } of await withPool(context, readRestores)) {
    const { number, restoredToMs, givenUp } = statement;
    const gone = givenUp.map((each) => each.number).join(', ') || 'none';
    context.out.write(
      `restore ${number} to ${new Date(restoredToMs).toISOString()}: gave up checkpoints ${gone}\n`,
    );
  }
  const signatures = read.signaturesChecked ? '' : ' (signatures not checked: no key given)';
  context.out.write(
    `${read.events} events of ${read.wallets} wallets, ${read.checkpoints} checkpoints${signatures}, ` +
      `${read.auditRows} rows of the audit trail: ${countFindings(findings.length)}\n`,
  );
  return findings.length === 0 ? 0 : 1;
};

async function verifyOne(context: LedgerToolContext, options: VerifyOptions, walletId: string) {
  const verified = await verifyWallet(options, walletId);
  if (!verified) return complain(context, `There is no wallet ${walletId}.`);
  const { events, findings } = verified;
  context.out.write(toFindingLines(findings));
  context.out.write(`${events} events of ${walletId}: ${countFindings(findings.length)}\n`);
  return findings.length === 0 ? 0 : 1;
}

function toNewProofLines({ checkpoint, events, wallets, unread }: NewProof): string {
  const old = `${unread.events} events (positions up to ${unread.lastPosition})`;
  return (
    `${events} events of ${wallets} wallets since checkpoint ${checkpoint}: no finding\n` +
    `Not read: the ${old} that checkpoint ${checkpoint} contains, older checkpoints, projections, the ` +
    "days' closes and tax documents. `ledger verify` reads all of them.\n"
  );
}

const audit: Tool = async (context, args) => {
  options(args, {});
  const before = await readAuditor(context);
  const pass = await runAuditPass(context.connectionString);
  const { count, findings } = await readAuditor(context);
  context.out.write(toFindingLines(findings));
  const last = before.lastPassAt?.toISOString() ?? 'never';
  context.out.write(
    `${pass ? `${pass.events} new events` : 'another auditor is running'} ` +
      `(last look before: ${last}): ${countFindings(count)}\n`,
  );
  return count === 0 ? 0 : 1;
};

async function readAuditor({ connectionString }: LedgerToolContext) {
  const db = createKysely(createPool(connectionString, { max: 1 }));
  try {
    return await readAuditorState(db, mostFindings);
  } finally {
    await db.destroy();
  }
}

const reconcile: Tool = async (context, args) => {
  const { values } = options(args, { day: { type: 'string' } });
  const day = values.day ?? null;
  if (day !== null && !IndianDay.safeParse(day).success) {
    throw new Usage('a day is written as 2026-03-01');
  }
  return withPool(context, async (pool) => {
    let total = addIdentities([]);
    let [days, broken, waiting] = [0, 0, 0];
    const findings: Finding[] = [];
    const [db, nowMs] = [createKysely(pool), Date.now()];
    const asked = day === null ? await findReconciledDays(db, nowMs) : [day];
    for await (const each of reconcileDays(db, asked, nowMs)) {
      const holds = holdsIdentity(each.identity);
      total = addIdentities([total, each.identity]);
      days += 1;
      if (!holds) broken += 1;
      if (!each.isCompared) waiting += 1;
      findings.push(...each.findings);
      if (!holds || day !== null) {
        context.out.write(`${each.day}: ${toIdentityLine(each.identity)}\n`);
      }
      for (const finding of each.findings) context.out.write(`  ${toFindingLine(finding)}\n`);
    }
    context.out.write(
      `${day ?? `total of ${days} days`}: ${toIdentityLine(total)}\n` +
        `${broken === 0 ? 'the identity holds' : `the identity does not hold on ${broken} days`}, ` +
        `${findings.length} findings${waiting === 0 ? '' : `, ${waiting} days not compared yet`}\n`,
    );
    context.out.write(
      toRemedyLines(
        findings.map((finding) => finding.class),
        (found) => findingRemedies[found],
      ) +
        toTaskLines(await sumOpenExceptions(db)) +
        toAuditorLine(await countOpenFindings(db)),
    );
    return broken === 0 && holdsIdentity(total) ? 0 : 1;
  });
};

const toRupees = (paise: number): string => (paise / 100).toFixed(2);

function toIdentityLine(of: Identity): string {
  return (
    `ledger ${toRupees(of.ledgerPaise)} | not reported yet ${toRupees(of.unreportedPaise)} | gateway ${toRupees(of.gatewayPaise)} | ` +
    `settled ${toRupees(of.settledPaise)} + fees ${toRupees(of.feesPaise)} + ` +
    `GST ${toRupees(of.taxPaise)} + charges ${toRupees(of.chargesPaise)} + in transit ${toRupees(of.inTransitPaise)} + ` +
    `on hold ${toRupees(of.onHoldPaise)}${holdsIdentity(of) ? '' : ' DOES NOT HOLD'}`
  );
}

function toFindingLine({ class: found, subject, day, differencePaise }: Finding): string {
  const off = differencePaise === 0 ? '' : `, off by ${toRupees(differencePaise)}`;
  return `${found} ${subject} of ${day}${off}`;
}

function toTaskLines(open: readonly OpenExceptions[]): string {
  const number = open.reduce((sum, each) => sum + each.number, 0);
  if (number === 0) return 'Finance has no open exception.\n';
  const paise = open.reduce((sum, each) => sum + each.paise, 0);
  const lines = open.map((each) => `  ${each.kind}: ${each.number}, ${toRupees(each.paise)}\n`);
  return (
    `Finance has still to decide ${number} exceptions of ${toRupees(paise)} at /admin/payments:\n` +
    lines.join('')
  );
}

const toAuditorLine = (open: number): string =>
  open === 0
    ? ''
    : `The auditor has ${open} open findings, so the ledger's column may be wrong: ` +
      'run `ledger audit`.\n';

const rebuild: Tool = async (context, args) => {
  options(args, {});
  const progress = createProgress(context.err);
  const outcome = await rebuildBooks({ ...getExpected(context), progress: progress.show });
  progress.done();
  if (!outcome.ok) return refuseToRebuild(context, outcome.findings);
  const { events, wallets, repaired } = outcome.value;
  for (const row of repaired) context.out.write(`replaced: ${row}\n`);
  context.out.write(`${events} events of ${wallets} wallets: ${repaired.length} rows replaced\n`);
  return 0;
};

/** The database and the keys whose signatures are checked. */
function getExpected(context: LedgerToolContext, given: unknown = []) {
  const [publicKeyHex, ...previousPublicKeysHex] = getPublicKeys(context, given);
  const { connectionString } = context;
  return { connectionString, ...(publicKeyHex && { publicKeyHex, previousPublicKeysHex }) };
}

function refuseToRebuild(context: LedgerToolContext, findings: readonly LedgerFinding[]): number {
  context.out.write(toFindingLines(findings));
  return complain(context, 'Nothing was rebuilt, because the events do not verify.');
}

const provenance: Tool = async (context, args) => {
  const { values } = options(args, { rebuild: { type: 'boolean', default: false } });
  if (values.rebuild) {
    const outcome = await forgetProvenanceSafely(getExpected(context));
    if (!outcome.ok) return refuseToRebuild(context, outcome.findings);
  }
  return withPool(context, async (pool) => {
    const db = createKysely(pool);
    let failures = 0;
    const events = await projectNewEvents(db, (error, walletId) => {
      failures += 1;
      complain(context, `${walletId}: ${(error as Error).message}`);
    });
    const { paidPaise, bonusPaise, debtPaise } = await readUnspent(db, null);
    context.out.write(
      `${events} new events; unspent: paid ${toRupees(paidPaise)}, given ${toRupees(bonusPaise)}, ` +
        `owed by users ${toRupees(debtPaise)}\n`,
    );
    return failures === 0 ? 0 : 1;
  });
};

const asOf: Tool = async (context, args) => {
  const { values, positionals } = options(
    args,
    { effective: { type: 'boolean', default: false } },
    2,
  );
  const [walletId, time] = positionals;
  const at = parseMoment(time ?? '');
  if (!walletId || !at) {
    throw new Usage('as-of needs a wallet and a time, such as 2026-11-21T12:00:00+05:30');
  }
  return withPool(context, async (pool) => {
    const found = await readWalletAsOf(createKysely(pool), {
      walletId,
      at,
      time: values.effective ? 'effective' : 'recorded',
    });
    if (!found) return complain(context, `There is no wallet ${walletId}.`);
    context.out.write(asLine(found));
    return 0;
  });
};

const exportTool: Tool = async (context, args) => {
  const { values } = options(args, {
    format: { type: 'string', default: 'ndjson' },
    heads: { type: 'boolean', default: false },
    file: { type: 'string' },
  });
  const { format, heads, file } = values as { format: string; heads: boolean; file?: string };
  if (format !== 'ndjson' && format !== 'csv') throw new Usage(`no such format: ${format}`);
  return withPool(context, async (pool) => {
    const client = await pool.connect();
    let whole = false;
    try {
      const to = file ? createWriteStream(file) : context.out;
      await pipeline((heads ? exportHeads : exportEvents)(client, format), to, {
        end: file !== undefined,
      });
      whole = true;
      return 0;
    } finally {
      // A reader that closes early, as `| head` does, leaves the connection in the middle of a COPY.
      client.release(!whole);
    }
  });
};

const checkpoint: Tool = async (context, args) => {
  const { values } = options(args, {
    all: { type: 'boolean', default: false },
    file: { type: 'string' },
  });
  return withPool(context, async (pool) => {
    if (values.all) {
      const all = [...(await readRestores(pool)), ...(await readCheckpoints(pool))];
      return deliver(context, values.file, all.map(asLine).join(''));
    }
    const taken = await takeCheckpoint(pool, requiredKey(context));
    const newest = taken ?? (await readCheckpoints(pool)).at(-1);
    if (!newest) return complain(context, 'The ledger has no events yet.');
    if (!taken) {
      context.err.write(
        'None was taken: nothing has happened since this one, another process takes one, or ' +
          'the key was published less than a minute ago.\n',
      );
    }
    return deliver(context, values.file, asLine(newest));
  });
};

const restored: Tool = async (context, args) => {
  const { values } = options(args, {
    checkpoint: { type: 'string', multiple: true, default: [] },
    'none-published': { type: 'boolean', default: false },
    correct: { type: 'boolean', default: false },
    confirm: { type: 'string' },
    to: { type: 'string' },
  });
  const files = values.checkpoint as string[];
  if (files.length > 0 === values['none-published']) {
    throw new Usage('Give the published checkpoints with --checkpoint, or say --none-published.');
  }
  const restoredTo = typeof values.to === 'string' ? parseMoment(values.to) : undefined;
  if (restoredTo === null) {
    throw new Usage('--to is not a moment with its offset: 2026-11-27T18:30:00+05:30');
  }
  const key = requiredKey(context);
  const published = joinPublished(await Promise.all(files.map(readCheckpointFile)));
  const foreign = findForeign(published, [key.publicKeyHex, ...key.previousPublicKeysHex]);
  if (foreign) return complain(context, `${foreign} was not signed with this ledger's keys.`);
  return withPool(context, async (pool) => {
    const outcome = await recordRestore(pool, key, {
      published,
      restoredTo,
      isCorrection: values.correct as boolean,
      confirmation: values.confirm as string | undefined,
    });
    if (!outcome.ok) return complain(context, describeRestoreRefusal(outcome));
    const { number, restoredToMs, givenUp, nextNumber } = outcome.restore.statement;
    const numbers = givenUp.map((each) => each.number).join(', ') || 'none';
    context.out.write(
      `Restore ${number} to ${new Date(restoredToMs).toISOString()} is recorded. ` +
        `Given up of the published checkpoints: ${numbers}. The next one is ${nextNumber}.\n`,
    );
    return 0;
  });
};

/** The first checkpoint or statement that this ledger did not sign. */
function findForeign({ checkpoints, restores }: Published, keys: readonly string[]) {
  const checkpoint = checkpoints.find((signed) => !isOwnCheckpoint(signed, keys));
  if (checkpoint) return `Checkpoint ${checkpoint.checkpoint.number}`;
  const restore = restores.find((signed) => !isOwnRestore(signed, keys));
  return restore && `Restore ${restore.statement.number}`;
}

function describeRestoreRefusal(refused: Exclude<RecordedRestore, { ok: true }>): string {
  switch (refused.refusal) {
    case 'not_restored':
      return (
        'No restore is to be recorded: `backup restore` left no mark, or it is recorded already. ' +
        'After a restore by another tool, give its moment with --to. To add published checkpoints ' +
        'to what was recorded, give all of them with --correct.'
      );
    case 'nothing_to_correct':
      return 'No recorded restore can be corrected: record it first, without --correct.';
    case 'nothing_added':
      return (
        'Nothing was recorded. Every given checkpoint is in this database, or given up already. If ' +
        'published ones are still missing, give every page of /api/checkpoints.'
      );
    case 'unconfirmed':
      return (
        'Nothing was recorded. No given checkpoint is newer than those of this database, so an old or ' +
        'empty file would give up none of those that were published. Give every page of ' +
        `/api/checkpoints. If it is true, add --confirm '${refused.words}'.`
      );
    case 'incomplete':
      return (
        `Nothing was recorded. Of the published checkpoints, these are missing in the files: ` +
        `${refused.missing.join(', ')}. Give every page of /api/checkpoints, or what ` +
        '`ledger checkpoint --all` printed.'
      );
    default:
      return refused satisfies never;
  }
}

const receipt: Tool = async (context, args) => {
  const { values, positionals } = options(args, { file: { type: 'string' } }, 2);
  const [walletId, seq] = positionals;
  if (!walletId || !/^[1-9]\d{0,14}$/.test(seq ?? '')) {
    throw new Usage('receipt needs a wallet and a sequence number');
  }
  return withPool(context, async (pool) => {
    const outcome = await makeReceipt(pool, { walletId, seq: Number(seq) });
    if (outcome.ok) return deliver(context, values.file, asLine(outcome.receipt));
    return complain(
      context,
      outcome.refusal === 'event_not_found'
        ? `${walletId} has no event ${seq}.`
        : 'No checkpoint has seen this event yet: run `checkpoint` first.',
    );
  });
};

const checkReceipt: Tool = async (context, args) => {
  const { values, positionals } = options(args, { 'public-key': publicKeyOption }, 1);
  if (!positionals[0]) throw new Usage('check-receipt needs a file');
  const keys = getPublicKeys(context, values['public-key']);
  if (keys.length === 0) throw new Usage('LEDGER_SIGNING_KEY is not set.');
  const parsed = Receipt.safeParse(await readJson(positionals[0]));
  if (!parsed.success) return complain(context, 'This is not a receipt.');
  const verdict = await verifyReceiptWith(parsed.data, keys, globalThis.crypto.subtle);
  context.out.write(verdict.ok ? 'The receipt is good.\n' : `not good: ${verdict.fault}\n`);
  return verdict.ok ? 0 : 1;
};

const publicKey: Tool = async (context, args) => {
  options(args, {});
  context.out.write(`${requiredKey(context).publicKeyHex}\n`);
  return 0;
};

const tools: Record<string, Tool> = {
  verify,
  audit,
  reconcile,
  rebuild,
  provenance,
  'as-of': asOf,
  export: exportTool,
  checkpoint,
  restored,
  receipt,
  'check-receipt': checkReceipt,
  'public-key': publicKey,
};

function complain({ err }: LedgerToolContext, line: string): number {
  err.write(`${line}\n`);
  return 1;
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new Usage(`${file}: ${(error as Error).message}`);
  }
}

/** One checkpoint, one statement of a restore, or a page of `/api/checkpoints`. */
const CheckpointLine = z.union([
  SignedCheckpointSchema.transform((one): Published => ({ checkpoints: [one], restores: [] })),
  SignedRestore.transform((one): Published => ({ checkpoints: [], restores: [one] })),
  z.object({
    checkpoints: z.array(SignedCheckpointSchema),
    restores: z.array(SignedRestore).default([]),
  }),
]);

const joinPublished = (parts: readonly Published[]): Published => ({
  checkpoints: parts.flatMap(({ checkpoints }) => checkpoints),
  restores: parts.flatMap(({ restores }) => restores),
});

/** The output of `checkpoint`: one checkpoint, or one a line with `--all`; or pages of `/api/checkpoints`. */
async function readCheckpointFile(file: string): Promise<Published> {
  try {
    const text = file === '-' ? await readAll(process.stdin) : await readFile(file, 'utf8');
    return joinPublished(parseJsonLines(text).map((line) => CheckpointLine.parse(line)));
  } catch (error) {
    if (error instanceof z.ZodError) throw new Usage(`${file}: this is not a checkpoint`);
    throw new Usage(`${file}: ${(error as Error).message}`);
  }
}

/** Parses one JSON value in any layout, or one value per line. */
function parseJsonLines(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    const lines = text.trim().split('\n').filter(Boolean);
    return lines.map((line): unknown => JSON.parse(line));
  }
}

async function withPool<T>(
  { connectionString }: LedgerToolContext,
  work: (pool: ReturnType<typeof createPool>) => Promise<T>,
): Promise<T> {
  const pool = createPool(connectionString, { max: 2, statement_timeout: 0 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
