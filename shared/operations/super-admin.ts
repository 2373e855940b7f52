import { ProviderBalancesResponse, UpdateBalancesRequest } from '../contracts/admin-balances.ts';
import {
  AdminModelsResponse,
  SyncNowResponse,
  SyncRequested,
  UpdateModelsRequest,
} from '../contracts/admin-models.ts';
import { AdminNoticesResponse } from '../contracts/admin-notices.ts';
import {
  AdminGrowth,
  ChangeCampaignRequest,
  ChangedCampaign,
  EndGiftCode,
  GiftCode,
  MadeGiftCode,
  NewGiftCode,
} from '../contracts/growth.ts';
import { PaymentRefund, RefundPaymentRequest } from '../contracts/admin-payments.ts';
import {
  AdminProposal,
  AdminProposalsQuery,
  AdminProposalsResponse,
  ProposalDecision,
} from '../contracts/admin-proposals.ts';
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
} from '../contracts/admin-users.ts';
import { QueuesSessionResponse } from '../contracts/admin.ts';
import {
  ContentReport,
  ContentReports,
  DismissReports,
  ReportActionRequest,
  ReportsDismissed,
  ReportsQuery,
} from '../contracts/report.ts';
import {
  CloseRegistrationRequest,
  SupplierAdvances,
  SupplierList,
  SupplierRequest,
} from '../contracts/documents.ts';
import type { Operations } from './operation.ts';

export const superAdminOperations = {
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
  'GET /api/admin/models': {
    access: 'super-admin',
    summary: 'The model catalog and the defaults.',
    answers: { 200: AdminModelsResponse },
  },
  'POST /api/admin/models': {
    access: 'super-admin',
    summary: 'Changes models and defaults atomically.',
    body: UpdateModelsRequest,
    answers: { 200: AdminModelsResponse },
    refusals: ['wrong_state', 'not_found'],
  },
  'POST /api/admin/sync-now': {
    access: 'super-admin',
    summary:
      "Syncs the catalog with the providers' model lists and waits for the result. With " +
      '`Prefer: respond-async` it answers immediately, and `GET /api/events` announces the end.',
    canRespondAsync: true,
    answers: { 200: SyncNowResponse, 202: SyncRequested },
  },
  'GET /api/admin/provider-balances': {
    access: 'super-admin',
    summary: 'Provider balances: entered manually, reduced by the cost of calls.',
    answers: { 200: ProviderBalancesResponse },
  },
  'POST /api/admin/provider-balances': {
    access: 'super-admin',
    summary: 'Saves balances, thresholds and notes.',
    body: UpdateBalancesRequest,
    answers: { 200: ProviderBalancesResponse },
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
  'GET /api/admin/notices': {
    access: 'super-admin',
    summary: 'Open notices for admins: low balances, replaced defaults, failing providers.',
    answers: { 200: AdminNoticesResponse },
  },
  'GET /api/admin/reports': {
    access: 'super-admin',
    summary:
      'Reports with their evidence and clocks: open ones oldest first, closed ones newest first.',
    query: ReportsQuery,
    answers: { 200: ContentReports },
  },
  'POST /api/admin/reports': {
    access: 'super-admin',
    summary:
      'Acknowledges a report, notes that an order has come, takes down what it names, dismisses it, ' +
      'or writes something down.',
    body: ReportActionRequest,
    answers: { 200: ContentReport },
    refusals: ['wrong_state', 'not_found'],
  },
  'POST /api/admin/reports/dismiss': {
    access: 'super-admin',
    summary: 'Dismisses many reports with one reason. Closed reports do not change.',
    body: DismissReports,
    answers: { 200: ReportsDismissed },
    refusals: ['wrong_state', 'not_found'],
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
  'GET /api/admin/growth': {
    access: 'super-admin',
    summary: 'The campaign for bringing friends, its figures, and the gift codes.',
    answers: { 200: AdminGrowth },
  },
  'POST /api/admin/campaign': {
    access: 'super-admin',
    summary:
      'Changes the campaign. Friends who have signed up keep the amounts that they were promised.',
    body: ChangeCampaignRequest,
    answers: { 200: ChangedCampaign, 202: ChangedCampaign },
    refusals: ['wrong_state'],
  },
  'POST /api/admin/gift-codes': {
    access: 'super-admin',
    summary:
      'Makes a gift code, which only this answer shows. Its amount times its uses counts towards what ' +
      'one admin may give alone in 24 hours; above it, a second super admin must approve it.',
    body: NewGiftCode,
    answers: { 201: MadeGiftCode, 202: MadeGiftCode },
    refusals: ['wrong_state'],
  },
  'POST /api/admin/gift-codes/end': {
    access: 'super-admin',
    summary: 'Ends a gift code. What was redeemed stays.',
    body: EndGiftCode,
    answers: { 200: GiftCode },
    refusals: ['not_found'],
  },
  'POST /api/admin/refund-payment': {
    access: 'super-admin',
    summary: 'Sends unspent paid money back through the gateway.',
    body: RefundPaymentRequest,
    idempotencyKey: 'required',
    answers: { 202: PaymentRefund },
    refusals: ['wrong_state', 'idempotency_conflict', 'not_found'],
  },
} satisfies Operations;
