/** Starts writing processes, stores their acknowledged commands, and compares them with the ledger. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';
import { sql } from 'kysely';
import type { Command } from '@sachet/shared/ledger/command';
import { createKysely, createPool } from '../connect.ts';
import { createLedger } from '../ledger/ledger.ts';
import type { Outcome } from '../ledger/outcome.ts';
import { eventColumnList, eventFromRow } from '../ledger/rows.ts';
import { createScript, type Task } from './torture-script.ts';

export interface WriterOptions {
  readonly connectionString: string;
  readonly seed: string;
  readonly writer: string;
  readonly callers: number;
  readonly task: Task;
}

export type Answer =
  | { readonly ready: true }
  | { readonly caller: number; readonly outcome: Outcome }
  | { readonly caller: number; readonly failure: string };

/**
 * The table into which commands of every other caller insert a row, in the ledger's own transaction (`also`).
 */
export const markTable = 'torture_mark';
export const marked = (caller: number): boolean => caller % 2 === 0;

export async function createMarks(owner: Pool): Promise<void> {
  await owner.query(`
    create table ${markTable} (
      wallet_id text, idempotency_key text, primary key (wallet_id, idempotency_key)
    );
    grant select, insert on ${markTable} to sachet_app`);
}

export interface WritingProcess {
  readonly options: WriterOptions;
  /** The outcomes by caller, in order. */
  readonly acknowledged: readonly (readonly Outcome[])[];
  /** The error that `append` threw. */
  readonly failures: readonly string[];
  answers(): number;
  go(): void;
  /** Every caller ends after its next answer. */
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** Resolves when the process has ended and its whole output has been read. */
  readonly ended: Promise<void>;
}

/** Running processes, which a failing test must not leave behind. */
const running = new Set<WritingProcess>();

export async function killAllWriters(): Promise<void> {
  await Promise.all([...running].map((writer) => writer.kill()));
}

/** `heard` gets every line of the process, before the next is asked for. */
export async function startWriter(
  options: WriterOptions,
  heard: (line: string) => void = () => {},
): Promise<WritingProcess> {
  const script = join(import.meta.dirname, 'torture-writer.ts');
  const child = spawn(process.execPath, [script, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.on('error', () => {});
  const acknowledged: Outcome[][] = Array.from({ length: options.callers }, () => []);
  const failures: string[] = [];
  let answers = 0;
  const ready = Promise.withResolvers<void>();
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    const answer = parseAnswer(line);
    if (!answer) return;
    heard(line);
    answers += 1;
    if ('ready' in answer) ready.resolve();
    else if ('failure' in answer) failures.push(answer.failure);
    else acknowledged[answer.caller]!.push(answer.outcome);
  });
  const ended = new Promise<void>((done) => lines.once('close', done));
  child.once('exit', () => ready.reject(new Error('a writer ended before it was ready')));
  await ready.promise;
  const writer: WritingProcess = {
    options,
    acknowledged,
    failures,
    answers: () => answers,
    go: () => void child.stdin.write('go\n'),
    async stop() {
      child.stdin.write('stop\n');
      await ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    ended,
  };
  running.add(writer);
  void ended.then(() => running.delete(writer));
  return writer;
}

/** Returns null for a line that the kill cut off: its command was not acknowledged. */
function parseAnswer(line: string): Answer | null {
  try {
    return JSON.parse(line) as Answer;
  } catch {
    return null;
  }
}

/** A command as its caller sent it, and its answer, if it arrived. */
export interface SentCommand {
  readonly command: Command;
  readonly caller: number;
  readonly outcome: Outcome | null;
}

/** Every command that a process can have sent: the answered ones, and one more of each caller. */
export function askedBy({ options, acknowledged }: WritingProcess): SentCommand[] {
  return acknowledged.flatMap((outcomes, caller) => {
    const script = createScript(
      { seed: options.seed, writer: options.writer, caller },
      options.task,
    );
    const asked: SentCommand[] = [];
    let next = script.next();
    for (const outcome of outcomes) {
      if (next.done) throw new Error(`${options.writer} was answered more than it asked`);
      asked.push({ command: next.value, caller, outcome });
      next = script.next(outcome);
    }
    if (!next.done) asked.push({ command: next.value, caller, outcome: null });
    return asked;
  });
}

const toKey = (of: { walletId: string; idempotencyKey: string }): string =>
  `${of.walletId} ${of.idempotencyKey}`;

/** Transactions of a killed process end when Postgres notices; until then the ledger may grow. */
export async function untilAlone(owner: Pool): Promise<void> {
  for (let tries = 0; tries < 3_000; tries += 1) {
    const { rows } = await owner.query(
      `select count(*) as n from pg_stat_activity
       where datname = current_database() and usename <> current_user`,
    );
    if (rows[0].n === 0) return;
    await sleep(20);
  }
  throw new Error('a connection of a killed process is still open after a minute');
}

export interface Comparison {
  readonly complaints: readonly string[];
  /** Commands whose caller was killed before the answer, and whose event exists. */
  readonly landedUnheard: number;
}

/** Compares the acknowledged commands with the ledger. */
export async function compareWithLedger(
  owner: Pool,
  writer: WritingProcess,
  asked: readonly SentCommand[],
): Promise<Comparison> {
  const { writer: name } = writer.options;
  const keys = `idempotency_key like '${name}.%' or idempotency_key like '%:hold!_${name}.%' escape '!'`;
  const { rows } = await owner.query(`select ${eventColumnList} from ledger_event where ${keys}`);
  const recorded = new Map(rows.map((row) => [toKey(eventFromRow(row).event), row]));
  const marks = await owner.query(`select * from ${markTable} where ${keys}`);
  const marksLeft = new Set(
    marks.rows.map((row) =>
      toKey({ walletId: row.wallet_id, idempotencyKey: row.idempotency_key }),
    ),
  );
  const complaints: string[] = [];
  /** The first command of each key. */
  const known = new Map<string, Command>();
  let landedUnheard = 0;
  for (const { command, caller, outcome } of asked) {
    const key = toKey(command);
    const row = recorded.get(key);
    const first = known.get(key);
    if (first && outcome && !isDeepStrictEqual(first, command)) {
      if (outcome.ok || outcome.refusal !== 'idempotency_conflict') {
        complaints.push(`${key} was repeated with another request and caused no conflict`);
      }
    } else if (outcome?.ok) {
      const event = row && eventFromRow(row).event;
      if (!isDeepStrictEqual(event, outcome.event)) {
        complaints.push(`acknowledged ${key} is not in the ledger as it was acknowledged`);
      }
    } else if (outcome && row) {
      complaints.push(`refused ${key} is in the ledger`);
    } else if (!outcome && row && !first) {
      landedUnheard += 1;
    }
    if (!first) known.set(key, command);
    if (row && marked(caller) !== marksLeft.has(key)) {
      complaints.push(`${key} and the statement that goes with it are not together`);
    }
  }
  for (const key of recorded.keys()) {
    if (!known.has(key)) complaints.push(`the ledger has ${key}, which no caller sent`);
  }
  for (const key of marksLeft) {
    if (!recorded.has(key)) complaints.push(`${key} has left a statement and no event`);
  }
  return { complaints, landedUnheard };
}

/** Sends every command once more, all callers concurrently; reports answers that differ from the first. */
export async function askAgain(
  connectionString: string,
  asked: readonly SentCommand[],
): Promise<{ complaints: string[]; accepted: number }> {
  const ledger = createLedger({ connectionString, maxWaiting: Number.POSITIVE_INFINITY });
  const pool = createPool(connectionString);
  const db = createKysely(pool);
  const complaints: string[] = [];
  let accepted = 0;
  await Promise.all(
    asked.map(async ({ command, caller, outcome }) => {
      const mark = sql`insert into ${sql.table(markTable)} (wallet_id, idempotency_key)
        values (${command.walletId}, ${command.idempotencyKey})`.compile(db);
      const again = await ledger.append(command, marked(caller) ? [mark] : []);
      if (again.ok && !again.replayed) accepted += 1;
      const isSame =
        outcome === null ||
        (outcome.ok
          ? again.ok && again.replayed && isDeepStrictEqual(again.event, outcome.event)
          : isDeepStrictEqual(again, outcome));
      if (!isSame) complaints.push(`${toKey(command)} is answered otherwise the second time`);
    }),
  );
  await ledger.close();
  await db.destroy();
  return { complaints, accepted };
}
