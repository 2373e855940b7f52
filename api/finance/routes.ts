import type { Route } from '../http/route.ts';
import { getAdminTrialBalance } from './trial-balance.ts';
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
import { getFinance, getRestatement } from './finance.ts';
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
import {
  getProvenanceOfEvent,
  getProvenanceOfPayment,
  getProvenanceOfGeneration,
  getProvenanceOfSettlement,
  getUnspent,
} from './provenance.ts';
import {
  getReconciliation,
  getSettlements,
  postImportSettlements,
  postSettlementFile,
} from './settlements.ts';

export const financeRoutes: readonly Route[] = [
  getAdminTrialBalance,
  getBankEntries,
  postBankEntry,
  postBankEntryDecision,
  postBankStatement,
  postStatementPreview,
  postWithdrawStatement,
  getBankLines,
  postBankLine,
  getFeeTerms,
  postFeeTerm,
  getAdminExports,
  postAdminExport,
  deleteAdminExport,
  getExportFile,
  getFinance,
  getRestatement,
  getMonth,
  postMonthLock,
  postMonthUnlock,
  getPaymentExceptions,
  getPaymentException,
  postPaymentException,
  postBookException,
  postReopenException,
  postResolveExceptions,
  postExceptionNote,
  getProvenanceOfEvent,
  getProvenanceOfPayment,
  getProvenanceOfGeneration,
  getProvenanceOfSettlement,
  getUnspent,
  getReconciliation,
  getSettlements,
  postImportSettlements,
  postSettlementFile,
];
