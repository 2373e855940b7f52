import { z } from 'zod';
import { ExportFile, ExportRequest, ExportsResponse } from '../contracts/admin-exports.ts';
import {
  AdminLedgerAsOf,
  AdminLedgerAsOfQuery,
  AdminLedgerEventDetail,
  AdminLedgerExportQuery,
  AdminLedgerFilter,
  AdminLedgerPage,
  AdminTrialBalance,
  AdminTrialBalanceQuery,
  RefundChargeRequest,
  RefundChargeResponse,
  LedgerVerificationState,
  VerifyLedgerResponse,
  refuseInverted,
  refuseLaterStart,
} from '../contracts/admin-ledger.ts';
import {
  ProvenanceEventQuery,
  ProvenanceGenerationQuery,
  ProvenanceOfEvent,
  ProvenanceOfGeneration,
  ProvenanceOfSettlement,
  ProvenancePaymentQuery,
  ProvenanceSettlementQuery,
  ProvenanceUse,
  Unspent,
  UnspentQuery,
} from '../contracts/admin-provenance.ts';
import type { Operations } from './operation.ts';

export const ledgerOperations = {
  'GET /api/admin/ledger': {
    access: 'finance',
    summary: "The ledger's events, newest first, optionally filtered.",
    query: AdminLedgerFilter.extend({
      before: z.coerce
        .number('Not a position in the list. Begin again without `before`.')
        .int()
        .min(1)
        .max(Number.MAX_SAFE_INTEGER)
        .optional(),
    }).superRefine(refuseInverted),
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
  'POST /api/admin/ledger/refund-charge': {
    access: 'finance',
    summary:
      'Refunds a charge, or a part of it, to the wallet that paid. Above the limit, ' +
      'a second super admin must approve it (202).',
    body: RefundChargeRequest,
    idempotencyKey: 'required',
    answers: { 200: RefundChargeResponse, 202: RefundChargeResponse },
    refusals: ['wrong_state', 'not_found', 'idempotency_conflict', 'insufficient_funds'],
  },
  'GET /api/admin/ledger/as-of': {
    access: 'finance',
    summary: 'A wallet as it was at any moment.',
    query: AdminLedgerAsOfQuery,
    answers: { 200: AdminLedgerAsOf },
    refusals: ['not_found'],
  },
  'GET /api/admin/ledger/trial-balance': {
    access: 'finance',
    summary:
      'Trial balance: counter accounts against wallets, for a period and in total at its end.',
    query: AdminTrialBalanceQuery.superRefine((period, { addIssue }) =>
      refuseLaterStart(period, addIssue),
    ),
    answers: { 200: AdminTrialBalance },
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
  'GET /api/admin/provenance/event': {
    access: 'finance',
    summary: 'The credits that paid for an event, or the use of a credit.',
    query: ProvenanceEventQuery,
    answers: { 200: ProvenanceOfEvent },
    refusals: ['not_found'],
  },
  'GET /api/admin/provenance/payment': {
    access: 'finance',
    summary: 'How a payment was used: purchases, unspent amount, refunds.',
    query: ProvenancePaymentQuery,
    answers: { 200: ProvenanceUse },
    refusals: ['not_found'],
  },
  'GET /api/admin/provenance/generation': {
    access: 'finance',
    summary: 'The credits that paid for a generation, by charge.',
    query: ProvenanceGenerationQuery,
    answers: { 200: ProvenanceOfGeneration },
    refusals: ['not_found'],
  },
  'GET /api/admin/provenance/settlement': {
    access: 'finance',
    summary: "Purchases paid by a settlement's payments, by bank reference (UTR).",
    query: ProvenanceSettlementQuery,
    answers: { 200: ProvenanceOfSettlement },
    refusals: ['not_found'],
  },
  'GET /api/admin/provenance/unspent': {
    access: 'finance',
    summary: 'Unspent money in all wallets, paid in and granted, now or at a given time.',
    query: UnspentQuery,
    answers: { 200: Unspent },
  },
  'GET /api/admin/exports': {
    access: 'finance',
    summary: 'Exports in progress or available for download, newest first.',
    answers: { 200: ExportsResponse },
  },
  'POST /api/admin/exports': {
    access: 'finance',
    summary: 'Requests an export, which can be downloaded for seven days.',
    body: ExportRequest,
    answers: { 202: ExportFile },
  },
  'DELETE /api/admin/exports': {
    access: 'finance',
    summary: 'Cancels an export or deletes its file.',
    query: z.object({ id: z.string().min(1).max(60) }),
    answers: { 204: null },
    refusals: ['not_found'],
  },
  'GET /api/export': {
    access: 'anyone',
    summary: 'An export file, by a signed link that expires. Supports ranges.',
    query: z.object({
      id: z.string().max(60),
      uid: z.string().max(128),
      expires: z.string().regex(/^\d{1,15}$/),
      signature: z.string().max(100),
    }),
    answers: { 200: null, 206: null, 416: null },
    refusals: ['forbidden', 'not_found'],
  },
} satisfies Operations;
