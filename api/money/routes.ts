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
import { getFriendLink, getFriends, postGiftCode } from './friends.ts';
import { getReceipt, getCheckpoints } from './proof.ts';
import { postRazorpayCallback } from './razorpay-callback.ts';
import { postRazorpayOrder } from './razorpay-order.ts';
import { postRazorpayVerify } from './razorpay-verify.ts';
import { postRazorpayWebhook } from './razorpay-webhook.ts';
import { getStatement, getStatementCsv } from './statement.ts';
import { getTopUp } from './top-up.ts';
import { getWallet, getWalletEvents, getWalletUsage, patchOwnLimits } from './wallet.ts';

export const moneyRoutes: readonly Route[] = [
  postRazorpayOrder,
  postRazorpayVerify,
  postRazorpayCallback,
  postRazorpayWebhook,
  getTopUp,
  getWallet,
  getWalletEvents,
  getWalletUsage,
  patchOwnLimits,
  getFriends,
  getFriendLink,
  postGiftCode,
  getStatement,
  getStatementCsv,
  getReceipt,
  getCheckpoints,
  getDocuments,
  getDocumentsZip,
  getDocumentPdf,
  getVerifiedDocument,
  getBillingProfile,
  postBillingProfile,
  postBillMails,
];
