import type { Route } from '../http/route.ts';
import {
  getBillingProfile,
  getDocumentPdf,
  getDocuments,
  getDocumentsZip,
  getVerifiedDocument,
  postBillingProfile,
  postBillMails,
} from './documents.ts';
import { getEInvoice, postEInvoiceAnswers } from './e-invoices.ts';
import { getRegister, getTaxMonth } from './register.ts';
import {
  getSupplierAdvances,
  getSuppliers,
  postSupplier,
  postSupplierAdvances,
} from './supplier.ts';

export const taxRoutes: readonly Route[] = [
  getSupplierAdvances,
  getSuppliers,
  postSupplier,
  postSupplierAdvances,
  getRegister,
  getTaxMonth,
  getEInvoice,
  postEInvoiceAnswers,
  getBillingProfile,
  getDocumentPdf,
  getDocuments,
  getDocumentsZip,
  getVerifiedDocument,
  postBillingProfile,
  postBillMails,
];
