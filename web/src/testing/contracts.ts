/** What the API takes and answers: `api/web-contracts.test.ts` compares it with the API's own list of routes. */
import { ClosingPreview, CloseAccountRequest } from '@sachet/shared/contracts/account';
import { AdminMeResponse, QueuesSessionResponse } from '@sachet/shared/contracts/admin';
import {
  ProviderBalancesResponse,
  UpdateBalancesRequest,
} from '@sachet/shared/contracts/admin-balances';
import {
  FinanceRange,
  FinanceResponse,
  RestatementQuery,
  RestatementResponse,
} from '@sachet/shared/contracts/admin-finance';
import {
  AdminProposal,
  AdminProposalsQuery,
  AdminProposalsResponse,
  ProposalDecision,
} from '@sachet/shared/contracts/admin-proposals';
import { ImprovedPrompt, ImprovePromptRequest } from '@sachet/shared/contracts/improve-prompt';
import { ExportFile, ExportRequest, ExportsResponse } from '@sachet/shared/contracts/admin-exports';
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
  AnnotateExceptionRequest,
  BookExceptionRequest,
  BookExceptionResponse,
  PaymentException,
  PaymentExceptionHistory,
  PaymentExceptions,
  PaymentExceptionsQuery,
  PaymentRefund,
  RefundPaymentRequest,
  ResolveExceptionRequest,
  ResolveExceptionsRequest,
  ResolveExceptionsResponse,
  WalletPayments,
} from '@sachet/shared/contracts/admin-payments';
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
} from '@sachet/shared/contracts/admin-provenance';
import {
  BankLine,
  BankLinesQuery,
  BankEntriesResponse,
  BankEntry,
  BankLinesResponse,
  DecideBankEntryRequest,
  ProposeBankEntryRequest,
  FeeTerm,
  FeeTerms,
  ImportSettlementsResponse,
  MarkBankLineRequest,
  MonthLockRequest,
  MonthResponse,
  ReconciliationResponse,
  SettlementImport,
  SettlementRange,
  SettlementsResponse,
  StatementPreview,
  StatementQuery,
  WithdrawStatementRequest,
} from '@sachet/shared/contracts/admin-settlements';
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
  ProviderUses,
  RestoreGenerationRequest,
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
  FavouriteRequest,
  LibraryMonth,
  LibraryPage,
  LibraryQuery,
  ZipRequest,
  ZipResponse,
} from '@sachet/shared/contracts/library';
import {
  AppointAdminRequest,
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
import {
  CheckpointsQuery,
  PublishedCheckpoints,
  ReceiptQuery,
  ReceiptResponse,
} from '@sachet/shared/contracts/proof';
import {
  ContentReport,
  ContentReports,
  CreateReport,
  DismissReports,
  ReportActionRequest,
  ReportsDismissed,
  ReportReceived,
  ReportsQuery,
} from '@sachet/shared/contracts/report';
import { Statement } from '@sachet/shared/contracts/statement';
import { CreateUserRequest, CreateUserResponse, UserProfile } from '@sachet/shared/contracts/user';
import { OwnLimitsRequest, WalletSummary, WalletUsage } from '@sachet/shared/contracts/wallet';
import { z } from 'zod';

export interface Operation {
  /** Of a success; 200 where it is left out. */
  status?: number;
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
  'GET /api/account/closing': { answer: ClosingPreview },
  'GET /api/account/data': { answer: null },
  'GET /api/admin/audit': { query: AdminUserQuery, answer: AdminAuditResponse },
  'GET /api/admin/proposals': {
    query: AdminProposalsQuery,
    answer: AdminProposalsResponse,
  },
  'POST /api/admin/proposals': { body: ProposalDecision, answer: AdminProposal },
  'GET /api/admin/ledger': {
    query: AdminLedgerFilter.extend({ before: z.string() }),
    answer: AdminLedgerPage,
  },
  'GET /api/admin/ledger/as-of': { query: AdminLedgerAsOfQuery, answer: AdminLedgerAsOf },
  'GET /api/admin/ledger/event': {
    query: z.object({ wallet: z.string(), seq: z.string() }),
    answer: AdminLedgerEventDetail,
  },
  'GET /api/admin/ledger/export': { query: AdminLedgerExportQuery, answer: null },
  'GET /api/admin/ledger/trial-balance': {
    query: AdminTrialBalanceQuery,
    answer: AdminTrialBalance,
  },
  'GET /api/admin/ledger/verification': { answer: LedgerVerificationState },
  'POST /api/admin/ledger/verify': { status: 202, answer: VerifyLedgerResponse },
  'GET /api/admin/me': { answer: AdminMeResponse },
  'GET /api/admin/metrics': { answer: AdminMetrics },
  'GET /api/admin/models': { answer: AdminModelsResponse },
  'POST /api/admin/models': { body: UpdateModelsRequest, answer: AdminModelsResponse },
  'GET /api/admin/notices': { answer: AdminNoticesResponse },
  'GET /api/admin/organizations': {
    query: AdminOrganizationsQuery,
    answer: AdminOrganizationsResponse,
  },
  'GET /api/admin/payment-exception': {
    query: z.object({ id: z.string() }),
    answer: PaymentExceptionHistory,
  },
  'GET /api/admin/payment-exceptions': {
    query: PaymentExceptionsQuery,
    answer: PaymentExceptions,
  },
  'POST /api/admin/payment-exceptions/book': {
    body: BookExceptionRequest,
    answer: BookExceptionResponse,
  },
  'POST /api/admin/payment-exceptions/resolve': {
    body: ResolveExceptionsRequest,
    answer: ResolveExceptionsResponse,
  },
  'POST /api/admin/payment-exceptions/note': {
    body: AnnotateExceptionRequest,
    answer: PaymentException,
  },
  'POST /api/admin/payment-exceptions': { body: ResolveExceptionRequest, answer: PaymentException },
  'GET /api/admin/payments': { query: AdminUserQuery, answer: WalletPayments },
  'GET /api/admin/provider-balances': { answer: ProviderBalancesResponse },
  'POST /api/admin/provider-balances': {
    body: UpdateBalancesRequest,
    answer: ProviderBalancesResponse,
  },
  'POST /api/admin/queues/session': { answer: QueuesSessionResponse },
  'POST /api/admin/refund-payment': {
    status: 202,
    body: RefundPaymentRequest,
    answer: PaymentRefund,
  },
  'GET /api/admin/finance': { query: FinanceRange, answer: FinanceResponse },
  'GET /api/admin/finance/day': { query: RestatementQuery, answer: RestatementResponse },
  'GET /api/admin/reconciliation': { query: SettlementRange, answer: ReconciliationResponse },
  'GET /api/admin/provenance/event': { query: ProvenanceEventQuery, answer: ProvenanceOfEvent },
  'GET /api/admin/provenance/generation': {
    query: ProvenanceGenerationQuery,
    answer: ProvenanceOfGeneration,
  },
  'GET /api/admin/provenance/payment': { query: ProvenancePaymentQuery, answer: ProvenanceUse },
  'GET /api/admin/provenance/settlement': {
    query: ProvenanceSettlementQuery,
    answer: ProvenanceOfSettlement,
  },
  'GET /api/admin/provenance/unspent': { query: UnspentQuery, answer: Unspent },
  'GET /api/admin/settlements': { query: SettlementRange, answer: SettlementsResponse },
  'POST /api/admin/bank-statement': {
    status: 201,
    query: StatementQuery,
    answer: SettlementImport,
  },
  'POST /api/admin/bank-statement/preview': { query: StatementQuery, answer: StatementPreview },
  'POST /api/admin/bank-statement/withdraw': {
    body: WithdrawStatementRequest,
    answer: z.object({}),
  },
  'GET /api/admin/bank-entries': { answer: BankEntriesResponse },
  'POST /api/admin/bank-entries': { body: ProposeBankEntryRequest, answer: BankEntry },
  'POST /api/admin/bank-entries/decide': { body: DecideBankEntryRequest, answer: BankEntry },
  'GET /api/admin/bank-lines': { query: BankLinesQuery, answer: BankLinesResponse },
  'POST /api/admin/bank-lines': { body: MarkBankLineRequest, answer: BankLine },
  'GET /api/admin/month': { query: z.object({ month: z.string() }), answer: MonthResponse },
  'POST /api/admin/month/lock': { body: MonthLockRequest, answer: MonthResponse },
  'POST /api/admin/month/unlock': { body: MonthLockRequest, answer: MonthResponse },
  'GET /api/admin/fee-terms': { answer: FeeTerms },
  'POST /api/admin/fee-terms': { body: FeeTerm, answer: FeeTerms },
  'POST /api/admin/settlements/file': {
    status: 201,
    query: z.object({ name: z.string() }),
    answer: SettlementImport,
  },
  'POST /api/admin/settlements/import': {
    status: 202,
    body: SettlementRange,
    answer: ImportSettlementsResponse,
  },
  'POST /api/admin/sync-now': { answer: SyncNowResponse },
  'GET /api/admin/user-detail': { query: AdminUserQuery, answer: AdminUserDetail },
  'GET /api/admin/users': { query: AdminUsersQuery, answer: AdminUsersResponse },
  'POST /api/admin/users': { body: AdminUserAction, answer: AdminUserActionResponse },
  'POST /api/cancel-generation': { body: CancelGenerationRequest, answer: GenerationResult },
  'GET /api/chat': { answer: null },
  'POST /api/chat': { body: ChatRequest, answer: null },
  'GET /api/config': { answer: ClientConfig },
  'POST /api/generate': { status: 202, body: GenerateRequest, answer: GenerationResult },
  'POST /api/improve-prompt': { body: ImprovePromptRequest, answer: ImprovedPrompt },
  'GET /api/admin/exports': { answer: ExportsResponse },
  'POST /api/admin/exports': { status: 202, body: ExportRequest, answer: ExportFile },
  'DELETE /api/admin/exports': { status: 204, answer: null },
  'DELETE /api/conversation': { status: 204, answer: null },
  'GET /api/conversation': { answer: Conversation },
  'PATCH /api/conversation': { body: RenameConversationRequest, answer: ConversationSummary },
  'GET /api/conversations': { answer: ConversationList },
  'GET /api/events': { answer: null },
  'DELETE /api/generation': { status: 204, answer: null },
  'GET /api/generation': { answer: GenerationResult },
  'GET /api/generations': { answer: GenerationList },
  'GET /api/geo': { answer: GeoResponse },
  'POST /api/invitation': { body: MailedInvitationRequest, answer: MailedInvitationResponse },
  'GET /api/invitations': { answer: InvitationsResponse },
  'POST /api/invitations': { body: InvitationAnswerRequest, answer: Membership.nullable() },
  'GET /api/membership': { answer: Membership },
  'POST /api/membership/leave': { body: LeaveRequest, answer: UserProfile },
  'GET /api/organization': { answer: OrganizationResponse },
  'POST /api/organization': { body: OrganizationRequest, answer: OrganizationActionResponse },
  'POST /api/organization/admin': { body: AppointAdminRequest, answer: OrganizationMember },
  'PATCH /api/organization/member': { body: MemberBudgetRequest, answer: OrganizationMember },
  'GET /api/library': { query: LibraryQuery, answer: LibraryPage },
  'PATCH /api/library': { body: FavouriteRequest, answer: GenerationResult },
  'GET /api/library/month': { answer: LibraryMonth },
  'POST /api/library/zip': { body: ZipRequest, answer: ZipResponse },
  'POST /api/restore-generation': { body: RestoreGenerationRequest, answer: GenerationResult },
  'POST /api/report': { body: CreateReport, status: 201, answer: ReportReceived },
  'GET /api/admin/reports': { query: ReportsQuery, answer: ContentReports },
  'POST /api/admin/reports': { body: ReportActionRequest, answer: ContentReport },
  'POST /api/admin/reports/dismiss': { body: DismissReports, answer: ReportsDismissed },
  'POST /api/rules-seen': { answer: UserProfile },
  'GET /api/picture-models': { answer: PictureModels },
  'GET /api/providers': { answer: ProviderUses },
  'POST /api/razorpay-order': { body: CreateOrderRequest, answer: CreateOrderResponse },
  'POST /api/razorpay-verify': { body: VerifyPaymentRequest, answer: TopUp },
  'GET /api/receipt': { query: ReceiptQuery, answer: ReceiptResponse },
  'GET /api/checkpoints': { query: CheckpointsQuery, answer: PublishedCheckpoints },
  'GET /api/statement': { answer: Statement },
  'GET /api/statement.csv': { answer: null },
  'POST /api/stop-chat': { status: 204, body: StopChatRequest, answer: null },
  'GET /api/top-up': { answer: TopUp },
  'POST /api/unlock': { body: UnlockRequest, answer: UnlockResponse },
  'POST /api/unlock-image': { status: 202, body: UnlockImageRequest, answer: GenerationResult },
  'POST /api/upload': { status: 201, answer: Upload },
  'GET /api/user': { answer: UserProfile },
  'POST /api/user': { status: 201, body: CreateUserRequest, answer: CreateUserResponse },
  'GET /api/wallet': { answer: WalletSummary },
  'GET /api/wallet/usage': { answer: WalletUsage },
  'PATCH /api/wallet/limits': { body: OwnLimitsRequest, answer: UserProfile },
} satisfies Record<string, Operation>;

export const getStatus = ({ status = 200 }: Operation) => status;

export type OperationName = keyof typeof operations;

export type JsonOperation = {
  [Name in OperationName]: (typeof operations)[Name]['answer'] extends z.ZodType ? Name : never;
}[OperationName];

export type AnswerOf<Name extends JsonOperation> = z.input<(typeof operations)[Name]['answer']>;
