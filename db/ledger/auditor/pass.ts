/**
 * One pass of the auditor: verifies everything new and a slice of the old events, checks every invariant,
 * stores and reports the findings. In addition, the whole ledger is verified once a day (`db/ledger/verify.ts`).
 */
import type { PoolClient } from 'pg';
import { tryLockClient, unlockClient } from '../../locks.ts';
import { createKysely, createPool } from '../../connect.ts';
import { lenientTypes } from '../verify.ts';
import { storeFindings, type Finding } from './findings.ts';
import { findBrokenInvariants, invariantChecks } from './invariants.ts';
import { proveRecent, toChainFindings, walletChecks } from './recent.ts';
import { findBrokenLinks, proveDueSlices, readDoubts, storeDoubts } from './slice.ts';

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
    const broken = await findBrokenLinks(client, links);
    const { events, findings, faulty } = await proveEverythingNew(client, wallets);
    await storeDoubts(client, { links: broken, wallets: wallets.filter((id) => faulty.has(id)) });
    const seen = new Set(findings.map(({ subject }) => subject));
    const old = broken.flatMap(toChainFindings).filter(({ subject }) => !seen.has(subject));
    findings.push(
      ...old.map(({ check, subject, detail }) => ({ check, subject, detail })),
      ...(await findBrokenInvariants(client)),
    );
    const newFindings = await db
      .transaction()
      .execute((trx) =>
        storeFindings(trx, { checks: [...walletChecks, ...invariantChecks], findings }),
      );
    await client.query('update auditor_state set caught_up_at = now()');
    await unlockClient(client, 'audit');
    isWhole = true;
    return { events, findings, newFindings };
  } finally {
    // Closing a connection releases its lock and its transaction.
    client.release(!isWhole);
    await db.destroy();
  }
}

async function proveEverythingNew(
  client: PoolClient,
  doubted: readonly string[],
): Promise<{ events: number; findings: Finding[]; faulty: ReadonlySet<string> }> {
  const findings: Finding[] = [];
  const faulty = new Set<string>();
  const open = new Set(doubted);
  let events = 0;
  for (;;) {
    await client.query('begin isolation level repeatable read');
    const batch = await proveRecent(client, { doubted: [...open], besides: [...faulty] });
    await client.query('commit');
    events += batch.events;
    for (const { walletId, ...finding } of batch.findings) {
      faulty.add(walletId);
      findings.push(finding);
    }
    for (const walletId of batch.sound) open.delete(walletId);
    if (!batch.hasMore) return { events, findings, faulty };
  }
}
