import type { Route } from '../http/route.ts';
import {
  getSupplierAdvances,
  getSuppliers,
  postSupplier,
  postSupplierAdvances,
} from './supplier.ts';
import { getAdminAudit } from './audit.ts';
import { getProviderBalances, postProviderBalances, getAdminNotices } from './balances.ts';
import { getBankEntries, postBankEntry, postBankEntryDecision } from './bank-entries.ts';
import {
  postBankStatement,
  postStatementPreview,
  postWithdrawStatement,
  getBankLines,
  postBankLine,
  getFeeTerms,
  postFeeTerm,
} from './bank.ts';
import { getAdminExports, postAdminExport, deleteAdminExport, getExportFile } from './exports.ts';
import { getRegister, getTaxMonth } from './documents.ts';
import { getEInvoice, postEInvoiceAnswers } from './e-invoices.ts';
import { getFinance, getRestatement } from './finance.ts';
import {
  getAdminGrowth,
  postAdminCampaign,
  postAdminGiftCodes,
  postAdminGiftCodesEnd,
} from './growth.ts';
import { getAdminLedgerEvent } from './ledger-event.ts';
import { getAdminLedgerExport } from './ledger-export.ts';
import { getAdminLedgerVerification, postAdminVerifyLedger } from './ledger-verification.ts';
import { getAdminLedger, getAdminLedgerAsOf, getAdminTrialBalance } from './ledger.ts';
import { getAdminMe } from './me.ts';
import { getAdminMetrics, getAdminOrganizations } from './metrics.ts';
import { getAdminModels, postAdminModels, postSyncNow } from './models.ts';
import { getMonth, postMonthLock, postMonthUnlock } from './month.ts';
import {
  getPaymentExceptions,
  getPaymentException,
  postPaymentException,
  postBookException,
  postReopenException,
  postResolveExceptions,
  postExceptionNote,
} from './payment-exceptions.ts';
import { getAdminPayments, postRefundPayment } from './payments.ts';
import { getProposals, postProposal } from './proposals.ts';
import { postRefundCharge } from './refund-charge.ts';
import {
  getProvenanceOfEvent,
  getProvenanceOfPayment,
  getProvenanceOfGeneration,
  getProvenanceOfSettlement,
  getUnspent,
} from './provenance.ts';
import { postAdminQueuesSession } from './queues.ts';
import { getAdminReports, postAdminReport, postDismissReports, postReport } from './reports.ts';
import {
  getReconciliation,
  getSettlements,
  postImportSettlements,
  postSettlementFile,
} from './settlements.ts';
import { postAdminUsers } from './user-actions.ts';
import { getAdminUsers, getAdminUserDetail } from './users.ts';

export const adminRoutes: readonly Route[] = [
  getAdminMe,
  getAdminGrowth,
  postAdminCampaign,
  postAdminGiftCodes,
  postAdminGiftCodesEnd,
  getAdminUsers,
  postAdminUsers,
  getAdminUserDetail,
  getAdminAudit,
  getAdminMetrics,
  getAdminOrganizations,
  getAdminLedger,
  getAdminLedgerEvent,
  postRefundCharge,
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
  getSuppliers,
  postSupplier,
  getSupplierAdvances,
  postSupplierAdvances,
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
  postReopenException,
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
  getRegister,
  getEInvoice,
  postEInvoiceAnswers,
  getTaxMonth,
  postReport,
];
