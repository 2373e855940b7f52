import { insertAudit } from '@sachet/db/admin/audit';
import { refuseLockedDays } from '@sachet/db/finance/months';
import {
  annotateException,
  countOpenExceptions,
  listExceptions,
  loadException,
  readExceptionHistory,
  reopenException,
  resolveException,
  sumExceptions,
  type ExceptionRow,
} from '@sachet/db/finance/exceptions';
import { settleProposal, wasDecidedAlone } from '../admin/proposals.ts';
import { bookFinding } from '@sachet/flows/finance/book-finding';
import { isFinanceUid } from '../identity/access.ts';
import { toBookingRefusal } from './booking-refusal.ts';
import type { PaymentException } from '@sachet/shared/payments/contracts/admin-payments';
import { istDay } from '@sachet/shared/time';
import { rupeesFromPaise } from '@sachet/shared/money';
import { AfterNumber, pageTokens } from '../http/page-token.ts';
import { Refusal } from '../http/refusal.ts';
import { audited } from '../admin/audited.ts';
import { ok, route } from '../http/route.ts';

const subjectsPerPage = 50;

function toPaymentException(row: ExceptionRow): PaymentException {
  return {
    id: row.id,
    kind: row.kind,
    subject: row.subject,
    paymentId: row.payment_id,
    orderId: row.order_id,
    gatewayOrderId: row.gateway_order_id,
    detail: row.detail,
    openedAt: row.opened_at.toISOString(),
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    resolvedBy: row.resolved_by,
    note: row.note,
    assignee: row.assignee,
    foundOn: row.found_on,
  };
}

const tokens = pageTokens('payment exceptions', AfterNumber);

export const getPaymentExceptions = route('GET /api/admin/payment-exceptions', {
  async handle({ deps, query }) {
    const { after, ...filter } = query;
    const before = tokens.read(after, filter);
    const [rows, open, sums] = await Promise.all([
      listExceptions(deps.db, { ...filter, before, limit: subjectsPerPage }),
      countOpenExceptions(deps.db),
      sumExceptions(deps.db, filter),
    ]);
    const subjects = new Set(rows.map(({ newest }) => newest));
    const oldest = subjects.size === subjectsPerPage ? rows.at(-1)!.newest : null;
    return ok({
      items: rows.map(toPaymentException),
      next: tokens.write(oldest, filter),
      open,
      found: sums.count,
      difference: rupeesFromPaise(sums.differencePaise),
    });
  },
});

export const postPaymentException = route('POST /api/admin/payment-exceptions', {
  async handle({ deps, caller, body }) {
    const { id, note } = body;
    const entry = { action: 'resolve-exception', details: { exceptionId: id } };
    const resolved = await audited(deps.db, caller, entry, (trx) =>
      resolveException(trx, { id, by: `user:${caller.uid}`, note }),
    );
    if (!resolved)
      throw new Refusal('wrong_state', 'This exception is already resolved or doesn’t exist.');
    return ok(toPaymentException(resolved));
  },
});

export const postResolveExceptions = route('POST /api/admin/payment-exceptions/resolve', {
  async handle({ deps, caller, body: { ids, note } }) {
    const resolved = await deps.db.transaction().execute(async (trx) => {
      const done: number[] = [];
      // All callers lock in the same order, so that they cannot deadlock.
      for (const id of [...new Set(ids)].toSorted((a, b) => a - b)) {
        if (await resolveException(trx, { id, by: `user:${caller.uid}`, note })) done.push(id);
      }
      if (done.length > 0) {
        await insertAudit(trx, {
          actor: `user:${caller.uid}`,
          action: 'resolve-exceptions',
          details: { exceptionIds: done },
        });
      }
      return done.length;
    });
    return ok({ resolved });
  },
});

export const postReopenException = route('POST /api/admin/payment-exceptions/reopen', {
  async handle({ deps, caller, body: { id, reason } }) {
    const entry = { action: 'reopen-exception', details: { exceptionId: id, reason } };
    const reopened = await audited(deps.db, caller, entry, async (trx) => {
      const row = await reopenException(trx, { id, by: `user:${caller.uid}`, reason });
      // The sign-off counted the open exceptions of the month.
      if (row) await refuseLockedDays(trx, [row.found_on ?? istDay(row.opened_at.getTime())]);
      return row;
    });
    if (!reopened) {
      throw new Refusal(
        'wrong_state',
        'Only an exception that a person resolved can be reopened, while its difference exists.',
      );
    }
    return ok(toPaymentException(reopened));
  },
});

export const getPaymentException = route('GET /api/admin/payment-exception', {
  async handle({ deps, query }) {
    const row = await loadException(deps.db, query.id);
    if (!row) throw noSuchException();
    const history = await readExceptionHistory(deps.db, query.id);
    return ok({
      exception: toPaymentException(row),
      history: history.map(({ at, actor, action, note, assignee }) => {
        return { at: at.toISOString(), actor, action, note, assignee };
      }),
    });
  },
});

export const postExceptionNote = route('POST /api/admin/payment-exceptions/note', {
  async handle({ deps, caller, body }) {
    const { id, note, assignee } = body;
    if (assignee && !(await isFinanceUid(deps, assignee))) {
      throw new Refusal('invalid', 'The assignee must be a member of the finance team.', {
        field: 'assignee',
      });
    }
    const by = `user:${caller.uid}`;
    const details = { exceptionId: id, ...(assignee !== undefined && { assignee }) };
    const row = await audited(deps.db, caller, { action: 'note-exception', details }, (trx) =>
      annotateException(trx, { id, by, note, assignee }),
    );
    if (!row) throw noSuchException();
    return ok(toPaymentException(row));
  },
});

export const postBookException = route('POST /api/admin/payment-exceptions/book', {
  async handle({ deps, caller, body: { id: exceptionId, reason, walletId } }) {
    const request = { exceptionId, adminUid: caller.uid, reason, walletId };
    const outcome = await bookFinding(deps, request);
    if (!outcome.ok) throw toBookingRefusal(outcome.refusal);
    if (outcome.done !== 'proposed') return ok({ done: outcome.done });
    const proposal = await settleProposal(deps, caller, outcome.proposalId);
    return ok({ done: wasDecidedAlone(proposal) ? 'booked' : 'proposed' });
  },
});

const noSuchException = () => new Refusal('not_found', 'Exception not found.');
