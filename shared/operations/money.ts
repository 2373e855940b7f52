import { z } from 'zod';
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
} from '../contracts/documents.ts';
import {
  FriendLink,
  FriendLinkQuery,
  Friends,
  RedeemGiftCodeRequest,
  RedeemGiftCodeResponse,
} from '../contracts/growth.ts';
import {
  CallbackForm,
  CreateOrderRequest,
  CreateOrderResponse,
  TopUp,
  VerifyPaymentRequest,
} from '../contracts/payment.ts';
import {
  CheckpointsQuery,
  PublishedCheckpoints,
  ReceiptQuery,
  ReceiptResponse,
} from '../contracts/proof.ts';
import { Statement, StatementFilter, statementPageSize } from '../contracts/statement.ts';
import { UserProfile } from '../contracts/user.ts';
import {
  OwnLimitsRequest,
  WalletEventPage,
  WalletSummary,
  WalletUsage,
  walletEventPageSize,
} from '../contracts/wallet.ts';
import type { Operations } from './operation.ts';

const isInOrder = ({ from, to }: StatementFilter) => !from || !to || from <= to;
const refusal = { path: ['from'], message: 'The first day is after the last day.' };

export const moneyOperations = {
  'POST /api/razorpay-order': {
    access: 'signed-in',
    summary:
      'Starts a top-up of the wallet the caller spends from. Any member can pay into an organization’s wallet.',
    body: CreateOrderRequest,
    idempotencyKey: 'optional',
    answers: { 200: CreateOrderResponse },
    refusals: ['idempotency_conflict', 'too_many_orders'],
  },
  'POST /api/razorpay-verify': {
    access: 'signed-in',
    summary: 'Reports the payment sheet’s result. 202 until the gateway has confirmed the payment.',
    body: VerifyPaymentRequest,
    answers: { 200: TopUp, 202: TopUp },
    refusals: ['not_found'],
  },
  'POST /api/razorpay-callback': {
    access: 'anyone',
    summary: "Settles what the gateway's signature proves, then shows the caller their order.",
    bodyType: 'form',
    body: CallbackForm,
    answers: { 303: null },
  },
  'POST /api/razorpay-webhook': {
    access: 'anyone',
    summary: 'The gateway’s webhook, in the format it signs.',
    bodyType: 'bytes',
    answers: { 200: z.object({ received: z.literal(true) }) },
  },
  'GET /api/top-up': {
    access: 'signed-in',
    summary: "The status of the caller's order, by its gateway id.",
    query: z.object({
      order: z.string().min(1).max(60),
      closed: z.literal('1').optional().meta({
        description: 'Set once the payment sheet was closed: the gateway is asked first.',
      }),
    }),
    answers: { 200: TopUp },
    refusals: ['not_found'],
  },
  'GET /api/wallet': {
    access: 'signed-in',
    summary: 'The caller’s available balance.',
    answers: { 200: WalletSummary },
  },
  'PATCH /api/wallet/limits': {
    access: 'signed-in',
    summary:
      "Sets the caller's own monthly cap, and the available balance below which the caller is notified.",
    body: OwnLimitsRequest,
    answers: { 200: UserProfile },
  },
  'GET /api/wallet/usage': {
    access: 'signed-in',
    summary:
      'The spending of six months by tool. In an organization, admins see all spending, members their own.',
    answers: { 200: WalletUsage },
  },
  'GET /api/wallet/events': {
    access: 'signed-in',
    summary: "The caller's ledger events, newest first. An organization's admin sees all.",
    query: z.object({
      before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(walletEventPageSize),
    }),
    answers: { 200: WalletEventPage },
  },
  'GET /api/friends': {
    access: 'signed-in',
    summary:
      'The caller’s link for bringing friends, what both get and when, and the friends so far.',
    answers: { 200: Friends },
  },
  'GET /api/friend-link': {
    access: 'anyone',
    summary: 'The first name of the person whose link it is, and what a new friend gets.',
    query: FriendLinkQuery,
    answers: { 200: FriendLink },
    refusals: ['not_found'],
  },
  'POST /api/gift-code': {
    access: 'signed-in',
    summary: 'Redeems a gift code into the wallet that the caller spends from, once per account.',
    body: RedeemGiftCodeRequest,
    answers: { 200: RedeemGiftCodeResponse },
    refusals: ['gift_redeemed', 'gift_unknown', 'gift_own', 'gift_expired', 'gift_used_up'],
  },
  'GET /api/statement': {
    access: 'signed-in',
    summary:
      "The caller's statement. In an organization, admins see every entry, members their own.",
    query: StatementFilter.extend({
      before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(statementPageSize),
    }).refine(isInOrder, refusal),
    answers: { 200: Statement },
    refusals: ['forbidden'],
  },
  'GET /api/statement.csv': {
    access: 'signed-in',
    summary: 'The same with all rows, as CSV.',
    query: StatementFilter.refine(isInOrder, refusal),
    answers: { 200: null },
    refusals: ['forbidden'],
  },
  'GET /api/receipt': {
    access: 'signed-in',
    summary:
      "The proof that an event of the caller's statement is in the ledger, as a file to keep.",
    query: ReceiptQuery,
    answers: { 200: ReceiptResponse },
    refusals: ['not_found'],
  },
  'GET /api/documents': {
    access: 'signed-in',
    summary:
      "The tax documents of the caller's wallet, newest first. A member of an organization has only those of their own payments.",
    query: DocumentsQuery,
    answers: { 200: DocumentPage },
  },
  'GET /api/document.pdf': {
    access: 'signed-in',
    summary:
      'A document of the caller’s wallet, as PDF. A member of an organization has only those of their own payments.',
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
  'GET /api/checkpoints': {
    access: 'anyone',
    summary:
      "The ledger's signed checkpoints, newest first, and the keys that they are signed with.",
    query: CheckpointsQuery,
    answers: { 200: PublishedCheckpoints },
    refusals: ['not_found'],
  },
} satisfies Operations;
