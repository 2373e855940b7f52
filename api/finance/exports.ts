import type { Response } from 'express';
import {
  deleteExport,
  readExport,
  readExports,
  requestExport,
  type ExportRow,
} from '@sachet/db/finance/exports';
import { enqueue } from '@sachet/flows/enqueue';
import { imageExpiry } from '@sachet/adapters/images/signed-url';
import {
  mostExportDays,
  type ExportFile,
  type ExportRequest,
} from '@sachet/shared/finance/contracts/admin-exports';
import { AdminLedgerFilter, refuseInverted } from '@sachet/shared/ledger/contracts/admin-ledger';
import { istDay } from '@sachet/shared/time';
import { getAddress } from '../http/address.ts';
import type { Dependencies } from '../dependencies.ts';
import { toDays } from './indian-days.ts';
import { toTimestamp } from '../ledger/ledger-rows.ts';
import { isFinanceUid } from '../identity/access.ts';
import { noSuch, Refusal } from '../http/refusal.ts';
import { ok, reply, route } from '../http/route.ts';

const path = '/api/export';

interface Claim {
  readonly id: string;
  /** The person for whom the address was made. */
  readonly uid: string;
  readonly expires: string;
}

/** None of these contains a line break, so different claims never have the same text. */
const toSignedText = ({ id, uid, expires }: Claim): string => `${id}\n${uid}\n${expires}`;

function signDownload(
  { signers }: Pick<Dependencies, 'signers'>,
  { id, uid }: Omit<Claim, 'expires'>,
): string {
  const expires = String(imageExpiry(Date.now()));
  const signature = signers.exportUrl.sign(toSignedText({ id, uid, expires }));
  return `${path}?${new URLSearchParams({ id, uid, expires, signature })}`;
}

function toExtension(request: ExportRequest): 'csv' | 'json' | 'ndjson' | 'xml' {
  if (request.what === 'ledger' || request.what === 'gstr-1') return request.format;
  if (request.what === 'e-invoices') return 'json';
  return request.what === 'vouchers' ? 'xml' : 'csv';
}

/** Names the contents and dates: `sachet-settlement-lines-2026-03-01-to-2026-03-31.csv`. */
function toFileName({ request, requested_at: requestedAt }: ExportRow): string {
  return `sachet-${request.what}-${toWhen()}.${toExtension(request)}`;

  function toWhen(): string {
    if (request.what === 'ledger') return istDay(requestedAt.getTime());
    if (!('month' in request)) return `${request.from}-to-${request.to}`;
    return [request.gstin, request.month].filter(Boolean).join('-');
  }
}

function toExportFile(
  deps: Pick<Dependencies, 'signers'>,
  row: ExportRow,
  { uid }: { readonly uid: string },
): ExportFile {
  const isDone = row.status === 'done';
  return {
    id: row.id,
    request: row.request,
    requestedBy: `user:${row.requested_by}`,
    requestedAt: row.requested_at.toISOString(),
    status: row.status === 'deleted' ? 'failed' : row.status,
    progress: row.progress,
    rows: row.rows,
    fileName: toFileName(row),
    bytes: row.bytes,
    sha256: row.sha256?.toString('hex') ?? null,
    error: row.error,
    expiresAt: toTimestamp(row.expires_at),
    url: isDone ? signDownload(deps, { id: row.id, uid }) : null,
  };
}

export const getAdminExports = route('GET /api/admin/exports', {
  async handle({ deps, caller }) {
    const rows = await readExports(deps.db);
    return ok({ exports: rows.map((row) => toExportFile(deps, row, caller)) });
  },
});

export const postAdminExport = route('POST /api/admin/exports', {
  async handle({ deps, caller, body }) {
    refuseBadRange(body);
    const row = await requestExport(deps.db, { request: body, uid: caller.uid });
    if (row === 'full') {
      throw new Refusal(
        'rate_limited',
        'Too many exports. Wait for one to finish, or delete one.',
        {
          retryAfterSeconds: 30,
        },
      );
    }
    await enqueue(deps, { name: 'make-export', exportId: row.id });
    return reply(202, toExportFile(deps, row, caller));
  },
});

const LedgerFilter = AdminLedgerFilter.superRefine(refuseInverted);

/** Throws for a range that is reversed or too long, and for vouchers of today, which is not over yet. */
function refuseBadRange(request: ExportRequest): void {
  if (request.what === 'ledger') {
    const issue = LedgerFilter.safeParse(request.filter).error?.issues[0];
    if (issue) {
      throw new Refusal('invalid', issue.message, { field: ['filter', ...issue.path].join('.') });
    }
    return;
  }
  if ('month' in request) return;
  toDays(request, mostExportDays);
  // A voucher is the sum of a whole day; a voucher of an unfinished day would differ when it is exported
  // again.
  if (request.what === 'vouchers' && request.to === istDay(Date.now())) {
    throw new Refusal('invalid', 'This day is not over yet.', { field: 'to' });
  }
}

export const deleteAdminExport = route('DELETE /api/admin/exports', {
  async handle({ deps, caller, query }) {
    const isDeleted = await deleteExport(deps.db, { id: query.id, uid: caller.uid });
    if (!isDeleted) throw noSuch('export');
    return reply(204, undefined);
  },
});

export const getExportFile = route('GET /api/export', {
  // A browser's download sends no token: the signature says whose permission counts.
  countedBy: 'itself',
  async handle({ deps, query, request, response }) {
    await deps.limits.consume('anonymous', getAddress(request), response);
    const { id, uid, expires, signature } = query;
    const isSigned = deps.signers.exportUrl.isSigned(toSignedText(query), signature);
    if (!isSigned || Date.now() >= Number(expires)) {
      throw new Refusal('forbidden', 'This link has expired. Reload the page.');
    }
    if (!(await isFinanceUid(deps, uid))) throw new Refusal('forbidden', 'Forbidden');
    const row = await readExport(deps.db, id);
    const isKept = row?.status === 'done' && row.expires_at! > new Date();
    const isSent =
      isKept &&
      (await deps.exportFiles.withFile(row, async (file) => {
        response.attachment(toFileName(row));
        response.set({
          'Repr-Digest': `sha-256=:${row.sha256!.toString('base64')}:`,
          // Identifies the whole file, so that an interrupted download can continue (`If-Range`).
          ETag: `"${row.sha256!.toString('hex')}"`,
          'Cache-Control': 'private, no-store',
        });
        await sendWhole(response, file).catch((error: unknown) => {
          if (isGone(error)) return;
          if (!response.headersSent) throw error;
          deps.log.error({ err: error }, 'export download was interrupted');
        });
      }));
    // A sweep may have deleted the file since the row was read.
    if (!isSent) throw new Refusal('not_found', 'This file has been deleted. Request it again.');
  },
});

const sendWhole = (response: Response, file: string): Promise<void> =>
  new Promise((done, fail) => {
    const options = { dotfiles: 'allow', lastModified: false, cacheControl: false } as const;
    response.sendFile(file, options, (error) => {
      if (!error) return done();
      if ((error as { status?: number }).status !== 416 || response.headersSent) return fail(error);
      // The requested range is beyond the end of the file.
      response.status(416).end();
      done();
    });
  });

/** The caller may leave during a download. */
const isGone = (error: unknown): boolean =>
  ['ECONNABORTED', 'EPIPE', 'ECONNRESET'].includes((error as { code?: string }).code ?? '');
