import {
  BillingDetails,
  BillingProfileRequest,
  BillingProfileView,
  BillMailsRequest,
  DocumentNumber,
  DocumentPage,
  DocumentsQuery,
  DocumentYear,
  VerifiedDocument,
  VerifyDocumentQuery,
} from './contracts/documents.ts';
import { z } from 'zod';
import type { Operations } from '../operations/operation.ts';

export const taxOperations = {
  'GET /api/documents': {
    access: 'signed-in',
    summary:
      "The tax documents of the caller's wallet, newest first. A member of an organization sees only receipts of payments that they made.",
    query: DocumentsQuery,
    answers: { 200: DocumentPage },
  },
  'GET /api/document.pdf': {
    access: 'signed-in',
    summary:
      'A document of the caller’s wallet, or the receipt of a payment that the caller made for another one, as PDF. A member of an organization has only such receipts.',
    query: z.object({ number: DocumentNumber }),
    answers: { 200: null },
    refusals: ['not_found'],
  },
  'GET /api/documents.zip': {
    access: 'wallet-owner',
    summary: 'All documents of the caller’s wallet of a financial year, as PDFs in a zip.',
    query: z.object({ year: DocumentYear }),
    answers: { 200: null },
    refusals: ['not_found'],
  },
  'GET /api/document/verify': {
    access: 'anyone',
    summary: 'Confirms a document to anyone who has its number and the beginning of its SHA-256.',
    query: VerifyDocumentQuery,
    answers: { 200: VerifiedDocument },
    refusals: ['not_found'],
  },
  'GET /api/billing-profile': {
    access: 'wallet-owner',
    summary:
      'The name and address on the documents of the caller’s wallet, and whether payments are mailed.',
    answers: { 200: BillingDetails },
  },
  'POST /api/billing-profile': {
    access: 'wallet-owner',
    summary: 'Changes the name and address for later documents. Issued ones never change.',
    body: BillingProfileRequest,
    answers: { 200: BillingProfileView },
  },
  'POST /api/bill-mails': {
    access: 'wallet-owner',
    summary: 'Whether the document of each payment is mailed to the caller.',
    body: BillMailsRequest,
    answers: { 204: null },
  },
} satisfies Operations;
