/**
 * One pass of the auditor: verifies everything new and a slice of the old events, compares the tables as they
 * are now, and stores the findings. In addition, the whole ledger is verified once a day (`run.ts`).
 */
import type { PoolClient } from 'pg';
import type { Finding } from '@sachet/shared/ledger/contracts/admin-ledger';
import { createKysely, createPool } from '../connect.ts';
import { findBrokenLinks } from '../ledger/chain-findings.ts';
import { tryLockClient, unlockClient } from '../locks.ts';
import { collect, listChecks } from './checks.ts';
import { storeFindings } from './findings.ts';
import { findNewInWallets } from './recent.ts';
import { lenientTypes } from './run.ts';
import { proveDueSlices, readDoubts, repeatLinks, storeDoubts } from './slice.ts';

export interface AuditPass {
  readonly events: number;
  readonly findings: readonly Finding[];
  /** The findings that no earlier pass had. */
  readonly newFindings: readonly Finding[];
}

/** Null while another process runs a pass. */
export async function runAuditPass(connectionString: string): Promise<AuditPass | null> {
  const pool = createPool(connectionString, {
    max: 2,
    application_name: 'sachet-audit',
    statement_timeout: 0,
    types: lenientTypes,
  });
  const db = createKysely(pool);
  const client = await pool.connect();
  let isWhole = false;
  try {
    if (!(await tryLockClient(client, 'audit'))) {
      isWhole = true;
      return null;
    }
    await proveDueSlices(client);
    const { links, wallets } = await readDoubts(client);
    const broken = await repeatLinks(client, links);
    const fresh = await findEverythingNew(client, wallets);
    await storeDoubts(client, {
      links: broken,
      wallets: wallets.filter((id) => fresh.faulty.has(id)),
    });
    const old = findBrokenLinks(broken).map((found) => ({
      check: 'chain_broken' as const,
      ...found,
    }));
    const now = await collect(listChecks('now'), (check) => check.now?.(client));
    const findings = keepFirst([...fresh.findings, ...old, ...now]);
    const names = listChecks('ofWallets', 'now');
    const newFindings = await db
      .transaction()
      .execute((trx) => storeFindings(trx, { checks: names, findings }));
    await client.query('update auditor_state set caught_up_at = now()');
    await unlockClient(client, 'audit');
    isWhole = true;
    return { events: fresh.events, findings, newFindings };
  } finally {
    // Closing a connection releases its lock and its transaction.
    client.release(!isWhole);
    // Not `db.destroy`, which ends no pool that Kysely has not used.
    await pool.end();
  }
}

/** A check has one finding for each subject. */
function keepFirst(findings: readonly Finding[]): Finding[] {
  const keys = findings.map(({ check, subject }) => `${check} ${subject}`);
  return findings.filter((_, i) => keys.indexOf(keys[i]!) === i);
}

async function findEverythingNew(
  client: PoolClient,
  doubted: readonly string[],
): Promise<{ events: number; findings: Finding[]; faulty: ReadonlySet<string> }> {
  const findings: Finding[] = [];
  const faulty = new Set<string>();
  const open = new Set(doubted);
  let events = 0;
  for (;;) {
    await client.query('begin isolation level repeatable read');
    const batch = await findNewInWallets(client, { doubted: [...open], besides: [...faulty] });
    await client.query('commit');
    events += batch.events;
    for (const finding of batch.findings) {
      faulty.add(finding.walletId!);
      findings.push(finding);
    }
    for (const walletId of batch.sound) open.delete(walletId);
    if (!batch.hasMore) return { events, findings, faulty };
  }
}
