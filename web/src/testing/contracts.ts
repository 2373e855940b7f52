/** What the API takes and answers: `api/web-contracts.test.ts` compares it with the API's own list of routes. */
import { ClosingPreview, CloseAccountRequest } from '@sachet/shared/contracts/account';
import { AdminMeResponse, QueuesSessionResponse } from '@sachet/shared/contracts/admin';
import {
  ProviderBalancesResponse,
  UpdateBalancesRequest,
} from '@sachet/shared/contracts/admin-balances';
import {
  CreditDecision,
  CreditProposal,
  CreditProposalsQuery,
  CreditProposalsResponse,
} from '@sachet/shared/contracts/admin-credits';
import {
  AdminLedgerAsOf,
  AdminLedgerAsOfQuery,
  AdminLedgerEventDetail,
  AdminLedgerExportQuery,
  AdminLedgerFilter,
  AdminLedgerPage,
  AdminTrialBalance,
  AdminTrialBalanceQuery,
  LedgerVerificationState,
  VerifyLedgerResponse,
} from '@sachet/shared/contracts/admin-ledger';
import {
  AdminModelsResponse,
  SyncNowResponse,
  UpdateModelsRequest,
} from '@sachet/shared/contracts/admin-models';
import { AdminNoticesResponse } from '@sachet/shared/contracts/admin-notices';
import {
  PaymentException,
  PaymentExceptions,
  PaymentRefund,
  RefundPaymentRequest,
  ResolveExceptionRequest,
  WalletPayments,
} from '@sachet/shared/contracts/admin-payments';
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
} from '@sachet/shared/contracts/admin-users';
import {
  ChatRequest,
  Conversation,
  ConversationList,
  ConversationSummary,
  RenameConversationRequest,
  StopChatRequest,
} from '@sachet/shared/contracts/chat';
import { ClientConfig } from '@sachet/shared/contracts/config';
import {
  CancelGenerationRequest,
  GenerateRequest,
  GenerationList,
  GenerationResult,
  PictureModels,
  UnlockImageRequest,
  UnlockRequest,
  UnlockResponse,
  Upload,
} from '@sachet/shared/contracts/generation';
import { GeoResponse } from '@sachet/shared/contracts/geo';
import {
  InvitationAnswerRequest,
  InvitationsResponse,
  LeaveRequest,
  MailedInvitationRequest,
  MailedInvitationResponse,
  Membership,
} from '@sachet/shared/contracts/invitation';
import {
  MemberBudgetRequest,
  OrganizationActionResponse,
  OrganizationMember,
  OrganizationRequest,
  OrganizationResponse,
} from '@sachet/shared/contracts/organization';
import {
  CreateOrderRequest,
  CreateOrderResponse,
  TopUp,
  VerifyPaymentRequest,
} from '@sachet/shared/contracts/payment';
import { Statement } from '@sachet/shared/contracts/statement';
import { CreateUserRequest, CreateUserResponse, UserProfile } from '@sachet/shared/contracts/user';
import { WalletSummary } from '@sachet/shared/contracts/wallet';
import { z } from 'zod';

export interface Operation {
  status: number;
  /** Which names its address may have behind the `?`; unchecked where it is left out. */
  query?: z.ZodObject;
  /** Of a request with a JSON body. */
  body?: z.ZodType;
  /** Of the answer; null where it is not JSON. */
  answer: z.ZodType | null;
}

/** Those that a component test needs so far. */
export const operations = {
  'POST /api/account/close': { status: 204, body: CloseAccountRequest, answer: null },
  'GET /api/account/closing': { status: 200, answer: ClosingPreview },
  'GET /api/account/data': { status: 200, answer: null },
  'GET /api/admin/audit': { status: 200, query: AdminUserQuery, answer: AdminAuditResponse },
  'GET /api/admin/credit-proposals': {
    status: 200,
    query: CreditProposalsQuery,
    answer: CreditProposalsResponse,
  },
  'POST /api/admin/credit-proposals': {
    status: 200,
    body: CreditDecision,
    answer: CreditProposal,
  },
  'GET /api/admin/ledger': {
    status: 200,
    query: AdminLedgerFilter.extend({ before: z.string() }),
    answer: AdminLedgerPage,
  },
  'GET /api/admin/ledger/as-of': {
    status: 200,
    query: AdminLedgerAsOfQuery,
    answer: AdminLedgerAsOf,
  },
  'GET /api/admin/ledger/event': {
    status: 200,
    query: z.object({ wallet: z.string(), seq: z.string() }),
    answer: AdminLedgerEventDetail,
  },
  'GET /api/admin/ledger/export': { status: 200, query: AdminLedgerExportQuery, answer: null },
  'GET /api/admin/ledger/trial-balance': {
    status: 200,
    query: AdminTrialBalanceQuery,
    answer: AdminTrialBalance,
  },
  'GET /api/admin/ledger/verification': { status: 200, answer: LedgerVerificationState },
  'POST /api/admin/ledger/verify': { status: 202, answer: VerifyLedgerResponse },
  'GET /api/admin/me': { status: 200, answer: AdminMeResponse },
  'GET /api/admin/metrics': { status: 200, answer: AdminMetrics },
  'GET /api/admin/models': { status: 200, answer: AdminModelsResponse },
  'POST /api/admin/models': { status: 200, body: UpdateModelsRequest, answer: AdminModelsResponse },
  'GET /api/admin/notices': { status: 200, answer: AdminNoticesResponse },
  'GET /api/admin/organizations': {
    status: 200,
    query: AdminOrganizationsQuery,
    answer: AdminOrganizationsResponse,
  },
  'GET /api/admin/payment-exceptions': {
    status: 200,
    query: z.object({ state: z.string(), before: z.string() }),
    answer: PaymentExceptions,
  },
  'POST /api/admin/payment-exceptions': {
    status: 200,
    body: ResolveExceptionRequest,
    answer: PaymentException,
  },
  'GET /api/admin/payments': { status: 200, query: AdminUserQuery, answer: WalletPayments },
  'GET /api/admin/provider-balances': { status: 200, answer: ProviderBalancesResponse },
  'POST /api/admin/provider-balances': {
    status: 200,
    body: UpdateBalancesRequest,
    answer: ProviderBalancesResponse,
  },
  'POST /api/admin/queues/session': { status: 200, answer: QueuesSessionResponse },
  'POST /api/admin/refund-payment': {
    status: 202,
    body: RefundPaymentRequest,
    answer: PaymentRefund,
  },
  'POST /api/admin/sync-now': { status: 200, answer: SyncNowResponse },
  'GET /api/admin/user-detail': { status: 200, query: AdminUserQuery, answer: AdminUserDetail },
  'GET /api/admin/users': { status: 200, query: AdminUsersQuery, answer: AdminUsersResponse },
  'POST /api/admin/users': {
    status: 200,
    body: AdminUserAction,
    answer: AdminUserActionResponse,
  },
  'POST /api/cancel-generation': {
    status: 200,
    body: CancelGenerationRequest,
    answer: GenerationResult,
  },
  'GET /api/chat': { status: 200, answer: null },
  'POST /api/chat': { status: 200, body: ChatRequest, answer: null },
  'GET /api/config': { status: 200, answer: ClientConfig },
  'POST /api/generate': { status: 202, body: GenerateRequest, answer: GenerationResult },
  'DELETE /api/conversation': { status: 204, answer: null },
  'GET /api/conversation': { status: 200, answer: Conversation },
  'PATCH /api/conversation': {
    status: 200,
    body: RenameConversationRequest,
    answer: ConversationSummary,
  },
  'GET /api/conversations': { status: 200, answer: ConversationList },
  'GET /api/events': { status: 200, answer: null },
  'DELETE /api/generation': { status: 204, answer: null },
  'GET /api/generation': { status: 200, answer: GenerationResult },
  'GET /api/generations': { status: 200, answer: GenerationList },
  'GET /api/geo': { status: 200, answer: GeoResponse },
  'POST /api/invitation': {
    status: 200,
    body: MailedInvitationRequest,
    answer: MailedInvitationResponse,
  },
  'GET /api/invitations': { status: 200, answer: InvitationsResponse },
  'POST /api/invitations': {
    status: 200,
    body: InvitationAnswerRequest,
    answer: Membership.nullable(),
  },
  'GET /api/membership': { status: 200, answer: Membership },
  'POST /api/membership/leave': { status: 200, body: LeaveRequest, answer: UserProfile },
  'GET /api/organization': { status: 200, answer: OrganizationResponse },
  'POST /api/organization': {
    status: 200,
    body: OrganizationRequest,
    answer: OrganizationActionResponse,
  },
  'PATCH /api/organization/member': {
    status: 200,
    body: MemberBudgetRequest,
    answer: OrganizationMember,
  },
  'GET /api/picture-models': { status: 200, answer: PictureModels },
  'POST /api/razorpay-order': {
    status: 200,
    body: CreateOrderRequest,
    answer: CreateOrderResponse,
  },
  'POST /api/razorpay-verify': { status: 200, body: VerifyPaymentRequest, answer: TopUp },
  'GET /api/statement': { status: 200, answer: Statement },
  'GET /api/statement.csv': { status: 200, answer: null },
  'POST /api/stop-chat': { status: 204, body: StopChatRequest, answer: null },
  'GET /api/top-up': { status: 200, answer: TopUp },
  'POST /api/unlock': { status: 200, body: UnlockRequest, answer: UnlockResponse },
  'POST /api/unlock-image': { status: 202, body: UnlockImageRequest, answer: GenerationResult },
  'POST /api/upload': { status: 201, answer: Upload },
  'GET /api/user': { status: 200, answer: UserProfile },
  'POST /api/user': { status: 201, body: CreateUserRequest, answer: CreateUserResponse },
  'GET /api/wallet': { status: 200, answer: WalletSummary },
} satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;

export type JsonOperation = {
  [Name in OperationName]: (typeof operations)[Name]['answer'] extends z.ZodType ? Name : never;
}[OperationName];

export type AnswerOf<Name extends JsonOperation> = z.input<(typeof operations)[Name]['answer']>;
