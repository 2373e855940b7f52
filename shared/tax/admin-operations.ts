import { Month } from '../finance/contracts/admin-settlements.ts';
import {
  EInvoiceAnswersRequest,
  EInvoiceAnswersResponse,
  EInvoiceQuery,
  RegisterPage,
  RegisterQuery,
  TaxMonth,
} from './contracts/admin-documents.ts';
import {
  CloseRegistrationRequest,
  SupplierAdvances,
  SupplierList,
  SupplierRequest,
} from './contracts/documents.ts';
import { z } from 'zod';
import type { Operations } from '../operations/operation.ts';

export const taxAdminOperations = {
  'GET /api/admin/documents': {
    access: 'finance',
    summary: 'Tax documents of all wallets by month, newest first, with their sums by kind.',
    query: RegisterQuery,
    answers: { 200: RegisterPage },
  },
  'GET /api/admin/documents/e-invoice': {
    access: 'finance',
    summary: 'The e-invoice (INV-01, 1.1) of an invoice or credit note to a registered recipient.',
    query: EInvoiceQuery,
    answers: { 200: z.looseObject({ Version: z.string() }) },
    refusals: ['not_found'],
  },
  'POST /api/admin/documents/e-invoice-answers': {
    access: 'finance',
    summary: 'Stores the portal’s answers to e-invoices: all of them or none.',
    body: EInvoiceAnswersRequest,
    answers: { 200: EInvoiceAnswersResponse },
  },
  'GET /api/admin/tax-month': {
    access: 'finance',
    summary:
      'GST that is due for a month’s documents, its use compared with the ledger, and the first of its documents.',
    query: z.object({ month: Month }),
    answers: { 200: TaxMonth },
  },
  'GET /api/admin/supplier': {
    access: 'super-admin',
    summary: 'The supplier on tax documents: all settings, newest first.',
    answers: { 200: SupplierList },
  },
  'POST /api/admin/supplier': {
    access: 'super-admin',
    summary: 'Sets the supplier, its registration and series from a day on.',
    body: SupplierRequest,
    answers: { 200: SupplierList },
  },
  'GET /api/admin/supplier-advances': {
    access: 'super-admin',
    summary: 'The unused rest of the advances that each registration received.',
    answers: { 200: SupplierAdvances },
  },
  'POST /api/admin/supplier-advances': {
    access: 'super-admin',
    summary: 'Moves the advances of an earlier registration to the present one.',
    body: CloseRegistrationRequest,
    answers: { 202: SupplierAdvances },
  },
} satisfies Operations;
