/** The texts of mails with documents. */
import type { Language } from '@sachet/shared/contracts/vocabulary';
import type { DocumentKind, StoredDocument } from '@sachet/shared/tax/content';
import { formatRupees, rupeesFromPaise } from '@sachet/shared/money';
import { pages } from '@sachet/shared/pages';
import type { Mail } from '@sachet/adapters/mail/mail';
import { layOutMail, toPageUrl } from '../mail/frame.ts';

/** The reason for the mail: a payment, or the kind of a document that the worker issued. */
type Occasion = 'payment' | DocumentKind;

interface Facts {
  readonly amount: string;
  /** The debt of the wallet, or null without one. */
  readonly owed: string | null;
  /** The part of a payment that paid a debt, or null without one. */
  readonly debt: string | null;
  /** The month of an invoice, in words. */
  readonly month: string;
}

interface Words {
  /** As on the pages of the client. */
  readonly kinds: Record<DocumentKind, string>;
  readonly happened: Record<Occasion, (facts: Facts) => string>;
  readonly attached: (title: string, number: string) => string;
  readonly hasIrn: string;
  readonly more: string;
}

const words: Record<Language, Words> = {
  en: {
    kinds: {
      receipt: 'receipt',
      'receipt-voucher': 'receipt voucher',
      'tax-invoice': 'tax invoice',
      'refund-voucher': 'refund voucher',
      'credit-note': 'credit note',
    },
    happened: {
      payment: ({ amount, debt, owed }) =>
        `We received your payment of ${amount}.` +
        (debt ? ` ${debt} of it paid what your wallet owed.` : '') +
        (owed ? ` Your wallet still owes ${owed}.` : ''),
      receipt: ({ amount }) => `We received ${amount}.`,
      'receipt-voucher': ({ amount }) => `${amount} came back to your wallet.`,
      'tax-invoice': ({ amount, month, owed }) =>
        `In ${month} you used ${amount} from your wallet. ` +
        (owed ? `At its end your wallet owed ${owed}.` : 'It is paid, and nothing is due.'),
      'refund-voucher': ({ amount }) => `${amount} that you had paid and not used was paid back.`,
      'credit-note': ({ amount }) => `A charge of ${amount} was given back to your wallet.`,
    },
    attached: (title, number) => `The ${title} ${number} is attached.`,
    hasIrn: 'It now has the number of the GST portal (IRN). Use this copy for your tax credit.',
    more: 'All bills, your tax details, and the switch that stops these emails:',
  },
  hi: {
    kinds: {
      receipt: 'रसीद',
      'receipt-voucher': 'एडवांस की रसीद',
      'tax-invoice': 'टैक्स इनवॉइस',
      'refund-voucher': 'रिफ़ंड वाउचर',
      'credit-note': 'क्रेडिट नोट',
    },
    happened: {
      payment: ({ amount, debt, owed }) =>
        `हमें आपका ${amount} का पेमेंट मिल गया।` +
        (debt ? ` इसमें से ${debt} से वॉलेट का बक़ाया चुका।` : '') +
        (owed ? ` वॉलेट पर अभी ${owed} बक़ाया हैं।` : ''),
      receipt: ({ amount }) => `हमें ${amount} मिल गए।`,
      'receipt-voucher': ({ amount }) => `${amount} आपके वॉलेट में वापस आ गए।`,
      'tax-invoice': ({ amount, month, owed }) =>
        `${month} में आपने अपने वॉलेट से ${amount} इस्तेमाल किए। ` +
        (owed ? `महीने के आख़िर में वॉलेट पर ${owed} बक़ाया थे।` : 'पैसे चुक गए हैं, कुछ बाक़ी नहीं।'),
      'refund-voucher': ({ amount }) => `आपके जो ${amount} इस्तेमाल नहीं हुए थे, वे लौटा दिए गए हैं।`,
      'credit-note': ({ amount }) => `आपसे लिए गए ${amount} आपके वॉलेट में लौटा दिए गए हैं।`,
    },
    attached: (title, number) => `${title} ${number} इस ईमेल के साथ है।`,
    hasIrn: 'अब इस पर GST पोर्टल का नंबर (IRN) भी है। टैक्स क्रेडिट के लिए यही कॉपी रखें।',
    more: 'सारे बिल, टैक्स की जानकारी और ये ईमेल बंद करने का बटन:',
  },
  hg: {
    kinds: {
      receipt: 'raseed',
      'receipt-voucher': 'advance ki raseed',
      'tax-invoice': 'tax invoice',
      'refund-voucher': 'refund voucher',
      'credit-note': 'credit note',
    },
    happened: {
      payment: ({ amount, debt, owed }) =>
        `Tumhara ${amount} ka payment mil gaya.` +
        (debt ? ` Isme se ${debt} se wallet ka bakaya chuka.` : '') +
        (owed ? ` Wallet par abhi ${owed} bakaya hain.` : ''),
      receipt: ({ amount }) => `Humein ${amount} mil gaye.`,
      'receipt-voucher': ({ amount }) => `${amount} tumhare wallet mein wapas aa gaye.`,
      'tax-invoice': ({ amount, month, owed }) =>
        `${month} mein tumne apne wallet se ${amount} use kiye. ` +
        (owed
          ? `Mahine ke end mein wallet par ${owed} bakaya the.`
          : 'Paise chuk gaye hain, kuch baaki nahi.'),
      'refund-voucher': ({ amount }) =>
        `Tumhare jo ${amount} use nahi hue the, wo lauta diye gaye hain.`,
      'credit-note': ({ amount }) =>
        `Tumse liye gaye ${amount} tumhare wallet mein lauta diye hain.`,
    },
    attached: (title, number) => `${title} ${number} is email ke saath hai.`,
    hasIrn: 'Ab is par GST portal ka number (IRN) bhi hai. Tax credit ke liye yahi copy rakho.',
    more: 'Saare bill, tax details aur ye email band karne ka button:',
  },
};

const format = (paise: number): string => formatRupees(rupeesFromPaise(paise));

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Hinglish writes the English names of months. */
function formatMonth(day: string, language: Language): string {
  return new Intl.DateTimeFormat(language === 'hi' ? 'hi-IN' : 'en-IN', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));
}

interface Context {
  readonly language: Language;
  readonly isOfPayment: boolean;
  /** Without a trailing slash. */
  readonly publicUrl: string;
}

/** Everything but the recipient and the attachment. */
export function writeDocumentMail(
  { number, content, eInvoice }: StoredDocument,
  { language, isOfPayment, publicUrl }: Context,
): Omit<Mail, 'to'> {
  const { kinds, happened, attached, hasIrn, more } = words[language];
  const { kind, totals, period, debtPaise, owedPaise } = content;
  const title = kinds[kind];
  const fact = happened[isOfPayment ? 'payment' : kind]({
    // A receipt voucher is about the part of a payment that is an advance.
    amount: format(totals.totalPaise + (kind === 'receipt-voucher' ? debtPaise : 0)),
    debt: debtPaise > 0 ? format(debtPaise) : null,
    owed: owedPaise > 0 ? format(owedPaise) : null,
    month: period ? formatMonth(period.from, language) : '',
  });
  const message = [fact, capitalize(attached(title, number)), ...(eInvoice ? [hasIrn] : [])];
  return layOutMail(language, {
    subject: `Sachet: ${title} ${number}`,
    paragraphs: [message.join(' ')],
    footer: { text: more, url: toPageUrl(publicUrl, pages.documents, language) },
  });
}
