import { UserProfile } from '../people/contracts/user.ts';
import { Statement, StatementFilter, statementPageSize } from './contracts/statement.ts';
import {
  OwnLimitsRequest,
  WalletEventPage,
  WalletSummary,
  WalletUsage,
  walletEventPageSize,
} from './contracts/wallet.ts';
import { z } from 'zod';
import { pageQuery } from '../contracts/page.ts';
import type { Operations } from '../operations/operation.ts';

const isInOrder = ({ from, to }: StatementFilter) => !from || !to || from <= to;
const refusal = { path: ['from'], message: 'The first day is after the last day.' };

export const walletOperations = {
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
      ...pageQuery,
      limit: z.coerce.number().int().min(1).max(100).default(walletEventPageSize),
    }),
    answers: { 200: WalletEventPage },
  },
  'GET /api/statement': {
    access: 'signed-in',
    summary:
      "The caller's statement. In an organization, admins see every entry, members their own.",
    query: StatementFilter.extend({
      ...pageQuery,
      upTo: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional().meta({
        description: 'Only this entry and older ones.',
      }),
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
} satisfies Operations;
