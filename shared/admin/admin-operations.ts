import { AdminNoticesResponse } from './contracts/admin-notices.ts';
import {
  AdminProposal,
  AdminProposalsQuery,
  AdminProposalsResponse,
  ProposalDecision,
} from './contracts/admin-proposals.ts';
import {
  AdminAuditResponse,
  AdminMetrics,
  AdminOrganizationsQuery,
  AdminOrganizationsResponse,
  AdminUserAction,
  AdminUserActionResponse,
  AdminUserDetail,
  AdminUserQuery,
  AdminUsersQuery,
  AdminUsersResponse,
} from './contracts/admin-users.ts';
import { QueuesSessionResponse } from './contracts/admin.ts';
import type { Operations } from '../operations/operation.ts';

export const adminOperations = {
  'GET /api/admin/users': {
    access: 'super-admin',
    summary:
      'Users, newest first. A whole uid, address or number also finds who is erased, or has not ' +
      'finished signing up.',
    query: AdminUsersQuery,
    answers: { 200: AdminUsersResponse },
  },
  'POST /api/admin/users': {
    access: 'super-admin',
    summary:
      'Does something to a user, on record. Credits above the limit, and a role in an organization that the user does not belong to, are proposed (202): ' +
      'another super admin decides.',
    body: AdminUserAction,
    idempotencyKey: 'optional',
    answers: { 200: AdminUserActionResponse, 202: AdminUserActionResponse },
    refusals: ['wrong_state', 'not_found', 'idempotency_conflict', 'insufficient_funds'],
  },
  'GET /api/admin/user-detail': {
    access: 'super-admin',
    summary: 'One user: sign-in account, profile, organization and wallets.',
    query: AdminUserQuery,
    answers: { 200: AdminUserDetail },
    refusals: ['not_found'],
  },
  'GET /api/admin/audit': {
    access: 'super-admin',
    summary: 'A user’s audit trail, newest first. Empty for an unknown user.',
    query: AdminUserQuery,
    answers: { 200: AdminAuditResponse },
  },
  'GET /api/admin/metrics': {
    access: 'super-admin',
    summary: 'Number of enabled users, wallet totals and audit findings.',
    answers: { 200: AdminMetrics },
  },
  'GET /api/admin/organizations': {
    access: 'super-admin',
    summary: "Organizations by part of the name or the whole id, in the names' order.",
    query: AdminOrganizationsQuery,
    answers: { 200: AdminOrganizationsResponse },
  },
  'POST /api/admin/queues/session': {
    access: 'super-admin',
    summary: "Opens the queues' pages in this browser for some minutes, by a cookie.",
    answers: { 200: QueuesSessionResponse },
  },
  'GET /api/admin/notices': {
    access: 'super-admin',
    summary: 'Open notices for admins: low balances, replaced defaults, failing providers.',
    answers: { 200: AdminNoticesResponse },
  },
  'GET /api/admin/proposals': {
    access: 'super-admin',
    summary: 'Credits and roles proposed to a second super admin: waiting or decided.',
    query: AdminProposalsQuery,
    answers: { 200: AdminProposalsResponse },
  },
  'POST /api/admin/proposals': {
    access: 'super-admin',
    summary:
      'Approves or refuses another super admin’s proposal, or withdraws the caller’s own. A super admin who is ' +
      'the only one approves their own.',
    body: ProposalDecision,
    answers: { 200: AdminProposal },
    refusals: ['wrong_state', 'not_found', 'insufficient_funds', 'idempotency_conflict'],
  },
} satisfies Operations;
