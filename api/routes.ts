/** Every route of the API. A new one belongs in this list, or nothing serves it. */
import type { Route } from './route.ts';
import { getClosingPreview, getMyData, postCloseAccount } from './routes/account.ts';
import {
  getPaymentException,
  getPaymentExceptions,
  postBookException,
  postResolveExceptions,
  postExceptionNote,
  postPaymentException,
} from './routes/admin-payment-exceptions.ts';
import { getProposals, postProposal } from './routes/admin-proposals.ts';
import { getAdminPayments, postRefundPayment } from './routes/admin-payments.ts';
import {
  getAdminNotices,
  getProviderBalances,
  postProviderBalances,
} from './routes/admin-balances.ts';
import { getAdminModels, postAdminModels, postSyncNow } from './routes/admin-models.ts';
import { getAdminAudit } from './routes/admin-audit.ts';
import { getAdminMe } from './routes/admin.ts';
import { getAdminMetrics, getAdminOrganizations } from './routes/admin-metrics.ts';
import { postAdminUsers } from './routes/admin-user-actions.ts';
import { getAdminUserDetail, getAdminUsers } from './routes/admin-users.ts';
import { getAdminLedger, getAdminLedgerAsOf, getAdminTrialBalance } from './routes/admin-ledger.ts';
import { getAdminLedgerEvent } from './routes/admin-ledger-event.ts';
import { getAdminLedgerExport } from './routes/admin-ledger-export.ts';
import {
  getAdminLedgerVerification,
  postAdminVerifyLedger,
} from './routes/admin-ledger-verification.ts';
import {
  deleteAdminExport,
  getAdminExports,
  getExportFile,
  postAdminExport,
} from './routes/admin-exports.ts';
import {
  getReconciliation,
  getSettlements,
  postImportSettlements,
  postSettlementFile,
} from './routes/admin-settlements.ts';
import {
  getBankEntries,
  postBankEntry,
  postBankEntryDecision,
} from './routes/admin-bank-entries.ts';
import { getMonth, postMonthLock, postMonthUnlock } from './routes/admin-month.ts';
import {
  getBankLines,
  getFeeTerms,
  postBankLine,
  postBankStatement,
  postStatementPreview,
  postFeeTerm,
  postWithdrawStatement,
} from './routes/admin-bank.ts';
import { getFinance, getRestatement } from './routes/admin-finance.ts';
import {
  getProvenanceOfEvent,
  getProvenanceOfGeneration,
  getProvenanceOfPayment,
  getProvenanceOfSettlement,
  getUnspent,
} from './routes/admin-provenance.ts';
import { postAdminQueuesSession } from './routes/admin-queues.ts';
import { getChat, postChat, postStopChat } from './routes/chat.ts';
import { getConfig } from './routes/config.ts';
import { getPictureModels, getProviders } from './routes/picture-models.ts';
import {
  getConversation,
  getConversations,
  patchConversation,
  removeConversation,
} from './routes/conversations.ts';
import { getEvents } from './routes/events.ts';
import {
  getGeneration,
  getGenerations,
  postCancelGeneration,
  postGenerate,
  postRestoreGeneration,
  removeGeneration,
} from './routes/generations.ts';
import { getGeo } from './routes/geo.ts';
import { getHealth, getReadiness } from './routes/health.ts';
import { getImage } from './routes/images.ts';
import { postImprovePrompt } from './routes/improve-prompt.ts';
import {
  getLibrary,
  getLibraryMonth,
  getLibraryZip,
  patchLibrary,
  postLibraryZip,
} from './routes/library.ts';
import {
  getInvitations,
  getStopInvitations,
  postInvitations,
  postMailedInvitation,
  postStopInvitations,
} from './routes/invitations.ts';
import { getMembership, postLeave } from './routes/membership.ts';
import {
  deleteMember,
  getOrganization,
  patchMember,
  postOrganization,
} from './routes/organization.ts';
import { getCheckpoints, getReceipt } from './routes/proof.ts';
import { getStatement, getStatementCsv } from './routes/statement.ts';
import { postRazorpayCallback } from './routes/razorpay-callback.ts';
import { postRazorpayOrder } from './routes/razorpay-order.ts';
import { postRazorpayVerify } from './routes/razorpay-verify.ts';
import { postRazorpayWebhook } from './routes/razorpay-webhook.ts';
import { getTopUp } from './routes/top-up.ts';
import {
  getAdminReports,
  postAdminReport,
  postDismissReports,
  postReport,
} from './routes/reports.ts';
import { postUnlock } from './routes/unlock.ts';
import { postUnlockImage } from './routes/unlock-image.ts';
import { postUpload } from './routes/upload.ts';
import { getUser, postRulesSeen, postUser } from './routes/user.ts';
import { getWallet, getWalletEvents } from './routes/wallet.ts';

export const routes: readonly Route[] = [
  getHealth,
  getReadiness,
  getConfig,
  getPictureModels,
  getProviders,
  getGeo,
  getUser,
  postUser,
  postRulesSeen,
  getClosingPreview,
  postCloseAccount,
  getMyData,
  getOrganization,
  postOrganization,
  patchMember,
  deleteMember,
  getMembership,
  postLeave,
  getInvitations,
  postInvitations,
  postMailedInvitation,
  getStopInvitations,
  postStopInvitations,
  getAdminMe,
  getAdminUsers,
  postAdminUsers,
  getAdminUserDetail,
  getAdminAudit,
  getAdminMetrics,
  getAdminOrganizations,
  getAdminLedger,
  getAdminLedgerEvent,
  getAdminLedgerAsOf,
  getAdminTrialBalance,
  getAdminLedgerVerification,
  postAdminVerifyLedger,
  getAdminLedgerExport,
  getProvenanceOfEvent,
  getProvenanceOfPayment,
  getProvenanceOfGeneration,
  getProvenanceOfSettlement,
  getUnspent,
  postAdminQueuesSession,
  getAdminModels,
  postAdminModels,
  postSyncNow,
  getProviderBalances,
  postProviderBalances,
  getAdminNotices,
  getAdminReports,
  postAdminReport,
  postDismissReports,
  getProposals,
  postProposal,
  getAdminPayments,
  postRefundPayment,
  getPaymentExceptions,
  getPaymentException,
  postPaymentException,
  postBookException,
  postResolveExceptions,
  postExceptionNote,
  getReconciliation,
  getSettlements,
  postImportSettlements,
  postSettlementFile,
  postBankStatement,
  postStatementPreview,
  postWithdrawStatement,
  getBankLines,
  postBankLine,
  getMonth,
  getBankEntries,
  postBankEntry,
  postBankEntryDecision,
  postMonthLock,
  postMonthUnlock,
  getFeeTerms,
  postFeeTerm,
  getAdminExports,
  postAdminExport,
  deleteAdminExport,
  getExportFile,
  getFinance,
  getRestatement,
  postUpload,
  postGenerate,
  postImprovePrompt,
  getGeneration,
  getGenerations,
  postCancelGeneration,
  removeGeneration,
  postRestoreGeneration,
  getLibrary,
  patchLibrary,
  getLibraryMonth,
  postLibraryZip,
  getLibraryZip,
  postUnlock,
  postUnlockImage,
  getImage,
  postChat,
  getChat,
  postStopChat,
  getConversations,
  getConversation,
  patchConversation,
  removeConversation,
  postRazorpayOrder,
  postRazorpayVerify,
  postRazorpayCallback,
  postRazorpayWebhook,
  getTopUp,
  getWallet,
  getWalletEvents,
  getStatement,
  getStatementCsv,
  getReceipt,
  getCheckpoints,
  getEvents,
  postReport,
];
