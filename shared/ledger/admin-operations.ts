import {
  AdminLedgerAsOf,
  AdminLedgerAsOfQuery,
  AdminLedgerEventDetail,
  AdminLedgerExportQuery,
  AdminLedgerFilter,
  AdminLedgerPage,
  LedgerVerificationState,
  VerifyLedgerResponse,
  refuseInverted,
} from './contracts/admin-ledger.ts';
import { z } from 'zod';
import { pageQuery } from '../contracts/page.ts';
import type { Operations } from '../operations/operation.ts';

export const ledgerAdminOperations = {
  'GET /api/admin/ledger': {
    access: 'finance',
    summary: "The ledger's events, newest first, optionally filtered.",
    query: AdminLedgerFilter.extend(pageQuery).superRefine(refuseInverted),
    answers: { 200: AdminLedgerPage },
  },
  'GET /api/admin/ledger/event': {
    access: 'finance',
    summary: 'One event: its postings, its place in the chain, and related records.',
    query: z.object({
      wallet: z.string().min(1).max(200),
      seq: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
    }),
    answers: { 200: AdminLedgerEventDetail },
    refusals: ['not_found'],
  },
  'GET /api/admin/ledger/as-of': {
    access: 'finance',
    summary: 'A wallet as it was at any moment.',
    query: AdminLedgerAsOfQuery,
    answers: { 200: AdminLedgerAsOf },
    refusals: ['not_found'],
  },
  'GET /api/admin/ledger/verification': {
    access: 'finance',
    summary:
      'The verification in progress, the last finished one, the newest checkpoint, and the auditor.',
    answers: { 200: LedgerVerificationState },
  },
  'POST /api/admin/ledger/verify': {
    access: 'finance',
    summary: 'Starts a verification of the whole ledger, or returns the one in progress.',
    answers: { 202: VerifyLedgerResponse },
  },
  'GET /api/admin/ledger/export': {
    access: 'finance',
    summary: 'The whole list, as CSV or newline-delimited JSON.',
    query: AdminLedgerExportQuery.superRefine(refuseInverted),
    answers: { 200: null },
  },
} satisfies Operations;
