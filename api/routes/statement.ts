import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import {
  lastSeqBefore,
  readStatement,
  readStatementTotals,
  readWholeStatement,
  type StatementEvent,
  type StatementScope,
} from '@sachet/db/statement';
import { readWallet } from '@sachet/db/wallets';
import {
  Statement,
  StatementFilter,
  statementPageSize,
  type StatementRow,
} from '@sachet/shared/contracts/statement';
import { rupeesFromPaise } from '@sachet/shared/money';
import type { Tool } from '@sachet/shared/ledger/command';
import { profileOf, type Caller } from '../caller.ts';
import type { Parts } from '../parts.ts';
import { Refusal } from '../refusal.ts';
import { ok, route } from '../route.ts';
import { csvHead, csvLine } from '../statement-csv.ts';

const fromIsAfterTo = ({ from, to }: StatementFilter) => !from || !to || from <= to;
const inOrder = { path: ['from'], message: 'This day is after the last one.' };

export const getStatement = route({
  method: 'get',
  path: '/api/statement',
  access: 'signed-in',
  summary:
    "What moved the caller's wallet; of an organisation, its admin sees all, members theirs.",
  query: StatementFilter.extend({
    before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(statementPageSize),
  }).refine(fromIsAfterTo, inOrder),
  answers: { 200: Statement },
  async handle({ parts, caller, query }) {
    const { wallet, scope } = await openStatement(parts, caller, query);
    const { before = Infinity, limit } = query;
    const page = { ...scope, untilSeq: Math.min(scope.untilSeq, before - 1) };
    const [events, totals] = await Promise.all([
      // One more than asked for: whether there is a next page.
      readStatement(parts.db, page, limit + 1),
      readStatementTotals(parts.db, scope),
    ]);
    const rows = events.slice(0, limit).map(statementRow);
    const statement: Statement = {
      rows,
      nextBefore: events.length > limit ? rows.at(-1)!.seq : null,
      totals: {
        events: totals.events,
        in: rupeesFromPaise(totals.in_paise),
        out: rupeesFromPaise(totals.out_paise),
      },
      balance: rupeesFromPaise(wallet.balance_paise),
      held: rupeesFromPaise(wallet.held_paise),
    };
    return ok(statement);
  },
});

export const getStatementCsv = route({
  method: 'get',
  path: '/api/statement.csv',
  access: 'signed-in',
  summary: 'The same with all its rows, as comma-separated values.',
  query: StatementFilter.refine(fromIsAfterTo, inOrder),
  answers: { 200: null },
  async handle({ parts, caller, query, response }) {
    const { scope } = await openStatement(parts, caller, query);
    const name = ['sachet-statement', query.from, query.to].filter(Boolean).join('-');
    response.writeHead(200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}.csv"`,
      'Cache-Control': 'no-store',
    });
    await pipeline(Readable.from(csvOf(parts, scope)), response).catch((error: unknown) => {
      // Whoever downloads may leave; whatever else breaks cuts the download off, and is logged.
      if ((error as { code?: string }).code !== 'ERR_STREAM_PREMATURE_CLOSE') {
        parts.log.error({ err: error }, 'a statement was cut off');
      }
    });
  },
});

async function* csvOf({ db }: Parts, scope: StatementScope): AsyncGenerator<string, void> {
  yield csvHead;
  for await (const batch of readWholeStatement(db, scope)) {
    yield batch.map((event) => csvLine(statementRow(event))).join('');
  }
}

/**
 * The wallet of now and the part of its events that the caller may see and asked for. Everything
 * that follows is read up to this moment's last event, so that rows, totals and balance agree.
 */
async function openStatement({ db }: Parts, caller: Caller, filter: StatementFilter) {
  const profile = await profileOf({ db }, caller);
  const isAdmin = profile.account_type === 'organization' && profile.role === 'admin';
  if (filter.member !== undefined && filter.member !== caller.uid && !isAdmin) {
    throw new Refusal('forbidden', "Only an organisation's admin sees what others spent.", {
      field: 'member',
    });
  }
  const seesAll = isAdmin || profile.account_type === 'individual';
  const wallet = await readWallet(db, profile.wallet_id);
  const lastBefore = (momentMs: number) =>
    lastSeqBefore(db, { walletId: wallet.id, lastSeq: wallet.seq, momentMs });
  const scope: StatementScope = {
    walletId: wallet.id,
    afterSeq: filter.from ? await lastBefore(beginningOf(filter.from)) : 0,
    untilSeq: filter.to ? await lastBefore(beginningOf(filter.to) + dayMs) : wallet.seq,
    kind: filter.kind ?? null,
    memberUid: filter.member ?? (seesAll ? null : caller.uid),
  };
  return { wallet, scope };
}

const dayMs = 24 * 60 * 60 * 1000;

/** The first moment of a day in India. */
const beginningOf = (day: string) => Date.parse(`${day}T00:00:00+05:30`);

function statementRow(event: StatementEvent): StatementRow {
  const { member_uid: uid } = event;
  const tool = /^revenue:(.*)$/.exec(event.counter_account ?? '')?.[1];
  return {
    seq: event.seq,
    at: event.recorded_at.toISOString(),
    kind: event.kind,
    amount: rupeesFromPaise(event.amount_paise),
    held: rupeesFromPaise(event.held_paise),
    balanceAfter: rupeesFromPaise(event.balance_after),
    heldAfter: rupeesFromPaise(event.held_after),
    tool: (tool ?? null) as Tool | null,
    provider: event.provider,
    mode: event.mode,
    finalSize: event.final_size,
    generationId: event.generation_id,
    conversationId: event.conversation_id,
    paymentId: event.payment_id,
    orderId: event.order_id,
    // Somebody who was deleted has no name any more.
    member: uid === null ? null : { uid, name: nameOf(event) ?? uid },
    reason: event.reason,
  };
}

function nameOf({ first_name, last_name }: StatementEvent): string | null {
  return first_name === null ? null : `${first_name} ${last_name}`;
}
