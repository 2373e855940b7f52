/** The mail that acknowledges a report to its reporter. */
import { markReportMailed } from '@sachet/db/moderation/reports';
import type { Mail } from '@sachet/adapters/mail/mail';
import type { Language } from '@sachet/shared/contracts/vocabulary';
import { pages } from '@sachet/shared/pages';
import { dayMs } from '@sachet/shared/time';
import { layOutMail, toPageUrl } from '../mail/frame.ts';
import type { MailRules } from '../mail/send-mail.ts';

export const reportMails: MailRules = {
  givenUpAfterMs: dayMs,
  compose: async ({ publicUrl }, { about, recipient, language }) => ({
    to: recipient,
    ...writeAcknowledgment(about, { language, publicUrl }),
  }),
  end: (trx, { about }, status) => markReportMailed(trx, about, status),
};

interface Words {
  readonly subject: string;
  readonly read: (id: string) => string;
  readonly order: string;
  readonly rules: string;
  readonly stranger: string;
}

const words: Record<Language, Words> = {
  en: {
    subject: 'Sachet: we received your report',
    read: (id) =>
      `You reported something made with Sachet. We received your report ${id} and are looking into it.`,
    order: 'We remove content within 3 hours of an official order.',
    rules: 'What is not allowed:',
    stranger:
      'Didn’t report anything? Someone entered your address by mistake. Ignore this email; we won’t use the address for anything else.',
  },
  hi: {
    subject: 'Sachet: आपकी शिकायत मिल गई',
    read: (id) =>
      `आपने Sachet से बनी किसी चीज़ की शिकायत की थी। शिकायत ${id} हमें मिल गई है और हम उसे देख रहे हैं।`,
    order: 'सरकारी आदेश पर हम 3 घंटे में कंटेंट हटा देते हैं।',
    rules: 'क्या मना है:',
    stranger:
      'आपने शिकायत नहीं की? तो किसी ने ग़लती से आपका ईमेल डाल दिया। इस ईमेल को अनदेखा करें; हम आपका पता और किसी काम में नहीं लेंगे।',
  },
  hg: {
    subject: 'Sachet: tumhari shikayat mil gayi',
    read: (id) =>
      `Tumne Sachet se bani kisi cheez ki shikayat ki thi. Shikayat ${id} humein mil gayi hai aur hum use dekh rahe hain.`,
    order: 'Sarkari order par hum 3 ghante mein content hata dete hain.',
    rules: 'Kya mana hai:',
    stranger:
      'Tumne shikayat nahi ki? To kisi ne galti se tumhara email daal diya. Is email ko ignore karo; hum tumhara address aur kisi kaam mein nahi lenge.',
  },
};

/** The mail repeats nothing that the reporter wrote, because the address may belong to an uninvolved person. */
export function writeAcknowledgment(
  reportId: string,
  { language, publicUrl }: { readonly language: Language; readonly publicUrl: string },
): Omit<Mail, 'to'> {
  const { subject, read, order, rules, stranger } = words[language];
  return layOutMail(language, {
    subject,
    paragraphs: [`${read(reportId)} ${order}`, rules],
    link: { url: toPageUrl(publicUrl, pages.contentPolicy, language) },
    footer: { text: stranger },
  });
}
