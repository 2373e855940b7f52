import type { z } from 'zod';
import {
  listBankLines,
  markBankLine,
  withdrawStatement,
  type BankMoney,
} from '@sachet/db/finance/bank';
import { readFeeTerms, storeFeeTerm } from '@sachet/db/finance/fee-terms';
import { readClosing } from '@sachet/db/finance/months';
import {
  importBankStatement,
  readStatementFile,
  type StatementFile,
} from '@sachet/flows/finance/import-bank-statement';
import {
  StatementRoles,
  type BankLine,
  type StatementPreview,
  type StatementQuery,
} from '@sachet/shared/finance/contracts/admin-settlements';
import { istDay, addDays } from '@sachet/shared/time';
import { inRupees, rupeesFromPaise } from '@sachet/shared/money';
import type {
  StatementLine,
  StatementReading,
} from '@sachet/shared/finance/settlement/bank-statement';
import type { Dependencies } from '../dependencies.ts';
import { enqueue } from '@sachet/flows/enqueue';
import { receiveCsv, toFileRefusal } from './receive-csv.ts';
import { audited } from '../admin/audited.ts';
import { AfterNumber, pageTokens, splitPage } from '../http/page-token.ts';
import { found, Refusal } from '../http/refusal.ts';
import { ok, reply, route } from '../http/route.ts';
import { toSettlementImport } from './settlements.ts';

type Asked = Pick<Parameters<typeof receiveCsv>[0], 'request'> & {
  readonly caller: { readonly uid: string };
  readonly query: z.infer<typeof StatementQuery>;
};

const toFile = (path: string, { caller, query }: Asked): StatementFile => ({
  path,
  name: query.name ?? null,
  adminUid: caller.uid,
  roles: parseRoles(query.roles),
  dateOrder: query.dateOrder,
});

export const postStatementPreview = route('POST /api/admin/bank-statement/preview', {
  async handle({ deps, caller, query, request }) {
    return receiveCsv({ deps, caller, request }, async (path) => {
      const file = toFile(path, { request, caller, query });
      const reading = await readStatementFile(deps.db, file, istDay(Date.now()));
      return ok({ ...toPreview(reading), gap: await findGap(deps.db, reading) });
    });
  },
});

export const postBankStatement = route('POST /api/admin/bank-statement', {
  async handle({ deps, caller, query, request }) {
    return receiveCsv({ deps, caller, request }, async (path) => {
      const file = toFile(path, { request, caller, query });
      const outcome = await importBankStatement(deps.db, file, istDay(Date.now()));
      if (!outcome.ok) return reply(400, toFileRefusal(outcome.problems));
      await enqueue(deps, { name: 'compare-days' });
      const body = toSettlementImport(outcome.imported);
      return reply(outcome.isRepeated ? 200 : 201, body);
    });
  },
});

function parseRoles(text: string | undefined): StatementPreview['roles'] | undefined {
  if (text === undefined) return undefined;
  const roles = StatementRoles.safeParse(text.split(',').map((role) => role || null));
  if (!roles.success)
    throw new Refusal('invalid', 'A column has an unknown role.', { field: 'roles' });
  return roles.data;
}

const previewed = 20;
const shownAtMost = 100;

/** Compares the opening balance with the closing balance of the newest earlier statement. */
async function findGap(
  db: Dependencies['db'],
  reading: StatementReading,
): Promise<StatementPreview['gap']> {
  if (!reading.ok || reading.closingBalancePaise === null) return null;
  const [from] = reading.lines.map(({ day }) => day).toSorted();
  const before = from && (await readClosing(db, { from: '', to: addDays(from, -1) }));
  if (!before) return null;
  const openingPaise = reading.closingBalancePaise - sumPaise(reading.lines);
  if (openingPaise === before.paise) return null;
  const { day, paise } = before;
  return { day, closing: rupeesFromPaise(paise), opening: rupeesFromPaise(openingPaise) };
}

function toPreview(reading: StatementReading): Omit<StatementPreview, 'gap'> {
  const lines = reading.ok ? reading.lines : [];
  const days = lines.map(({ day }) => day).toSorted();
  const problems = !reading.ok && reading.needs === null ? reading.problems : [];
  const isAsking = !reading.ok && reading.needs === 'columns';
  return {
    bank: reading.ok ? reading.bank : null,
    needs: reading.ok ? null : reading.needs,
    header: reading.ok || isAsking ? [...reading.header] : [],
    roles: reading.ok ? [...reading.roles] : [],
    sample: isAsking ? reading.sample.map((cells) => [...cells]) : [],
    lines: lines
      .slice(0, previewed)
      .map(({ line, day, amountPaise, text }) =>
        inRupees({ line, day, amountPaise, text: text.slice(0, 200) }),
      ),
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
    credits: sumUp(lines.filter(({ amountPaise }) => amountPaise > 0)),
    debits: sumUp(lines.filter(({ amountPaise }) => amountPaise < 0)),
    gateway: sumUp(lines.filter(({ namesGateway }) => namesGateway)),
    closingBalance:
      reading.ok && reading.closingBalancePaise !== null
        ? rupeesFromPaise(reading.closingBalancePaise)
        : null,
    leftOut: reading.ok ? reading.leftOut.slice(0, shownAtMost) : [],
    problems: problems.slice(0, shownAtMost),
    problemCount: problems.length,
  };
}

const sumPaise = (lines: readonly StatementLine[]): number =>
  lines.reduce((sum, { amountPaise }) => sum + amountPaise, 0);

const sumUp = (lines: readonly StatementLine[]) =>
  inRupees({ lines: lines.length, amountPaise: sumPaise(lines) });

export const postWithdrawStatement = route('POST /api/admin/bank-statement/withdraw', {
  async handle({ deps, caller, body: { importId, reason } }) {
    const by = `user:${caller.uid}`;
    const entry = { action: 'withdraw-statement', details: { importId, reason } };
    const days = await audited(deps.db, caller, entry, (trx) =>
      withdrawStatement(trx, { importId, reason, by }),
    );
    if (!days) {
      throw new Refusal(
        'wrong_state',
        'This statement has already been withdrawn or doesn’t exist.',
      );
    }
    await enqueue(deps, { name: 'compare-days' });
    return ok({});
  },
});

const pageSize = 50;

const toBankLine = (row: BankMoney): BankLine => ({
  id: row.id,
  day: row.day,
  amount: rupeesFromPaise(row.amount_paise),
  text: row.narration,
  isGateway: row.is_gateway,
  settlementUtr: row.settlement_utr,
});

const lineTokens = pageTokens('bank lines', AfterNumber);

export const getBankLines = route('GET /api/admin/bank-lines', {
  async handle({ deps, query }) {
    const { after, ...filter } = query;
    const before = lineTokens.read(after, filter);
    const rows = await listBankLines(deps.db, { ...filter, before, limit: pageSize + 1 });
    const { page, last } = splitPage(rows, pageSize);
    return ok({ items: page.map(toBankLine), next: lineTokens.write(last && last.id, filter) });
  },
});

export const postBankLine = route('POST /api/admin/bank-lines', {
  async handle({ deps, caller, body }) {
    const { id, isGateway, note } = body;
    const entry = { action: 'mark-bank-line', details: { bankLineId: id, isGateway } };
    const marked = await audited(deps.db, caller, entry, (trx) =>
      markBankLine(trx, { id, isGateway, note, by: `user:${caller.uid}` }),
    );
    const line = found(marked, 'line');
    await enqueue(deps, { name: 'compare-days' });
    return ok(toBankLine(line));
  },
});

export const getFeeTerms = route('GET /api/admin/fee-terms', {
  async handle({ deps }) {
    return ok({ terms: await readFeeTerms(deps.db) });
  },
});

export const postFeeTerm = route('POST /api/admin/fee-terms', {
  async handle({ deps, caller, body }) {
    const entry = { action: 'set-fee-term', details: { ...body } };
    await audited(deps.db, caller, entry, async (trx) => {
      await storeFeeTerm(trx, body);
      return true;
    });
    return ok({ terms: await readFeeTerms(deps.db) });
  },
});
