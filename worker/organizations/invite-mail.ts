/** The mail of an invitation to an organization. The links of each mail that was sent work. */
import { randomBytes } from 'node:crypto';
import {
  inviteToMail,
  markInviteMailed,
  storeInviteSecrets,
  type InviteMail,
  type InviteSecrets,
} from '@sachet/db/organizations/sent-invitations';
import type { Mail } from '@sachet/adapters/mail/mail';
import type { Language } from '@sachet/shared/contracts/vocabulary';
import { toQuotableName } from '@sachet/shared/people/names';
import { dayMs } from '@sachet/shared/time';
import { layOutMail, toPageUrl } from '../mail/frame.ts';
import type { MailRules } from '../mail/send-mail.ts';

export const inviteMails: MailRules = {
  givenUpAfterMs: dayMs,
  async compose({ db, publicUrl }, { about: organizationId, recipient, language }) {
    const invite = await inviteToMail(db, { organizationId, email: recipient });
    if (!invite) return null;
    const secrets = { join: createSecret(), stop: createSecret() };
    await storeInviteSecrets(db, { inviteId: invite.id, secrets });
    return { to: recipient, ...writeInvitation(invite, { language, publicUrl, secrets }) };
  },
  end: (trx, { about: organizationId, recipient: email }, status) =>
    markInviteMailed(trx, { organizationId, email }, status),
};

const createSecret = () => randomBytes(32).toString('base64url');

interface Words {
  readonly subject: string;
  /** Null for a name that could be mistaken for another one. */
  readonly invites: (inviter: string | null, organization: string | null) => string;
  readonly product: string;
  readonly howTo: string;
  readonly view: string;
  readonly otherwise: string;
  readonly stop: string;
}

const words: Record<Language, Words> = {
  en: {
    subject: 'You’re invited to join an organization on Sachet',
    invites: (inviter, organization) =>
      `${inviter ? `“${inviter}”` : 'An admin'} invites you to join ` +
      `${organization ? `the organization “${organization}”` : 'an organization'} on Sachet. ` +
      'They chose both names. We haven’t verified them.',
    product:
      'With Sachet you make pictures, captions and chat replies with AI, and ' +
      'pay for each one you keep. As a member you pay from your organization’s wallet, and its ' +
      'admins see what you buy, not what you write.',
    howTo: 'Nothing happens until you accept. The link works once, for 14 days.',
    view: 'View invitation',
    otherwise: 'Not for you? Ignore this email, or stop all invitations to this address:',
    stop: 'Stop invitations',
  },
  hi: {
    subject: 'Sachet पर एक संस्था से जुड़ने का न्योता',
    invites: (inviter, organization) =>
      `${inviter ? `“${inviter}”` : 'एक एडमिन'} ने आपको Sachet पर ` +
      `${organization ? `संस्था “${organization}”` : 'एक संस्था'} से जुड़ने का न्योता भेजा है। ` +
      'दोनों नाम उन्होंने ख़ुद चुने हैं। हमने इन्हें जाँचा नहीं है।',
    product:
      'Sachet पर आप AI से तस्वीरें, कैप्शन और चैट के जवाब बनाते हैं और पैसे सिर्फ़ उसी के देते हैं ' +
      'जो रखें। सदस्य बनकर आप संस्था के वॉलेट से ख़र्च करते हैं। एडमिन यह देखते हैं कि आपने क्या ख़रीदा, यह नहीं कि क्या लिखा।',
    howTo: 'जब तक आप हाँ न करें, कुछ नहीं होगा। लिंक एक बार चलता है, 14 दिन तक।',
    view: 'न्योता देखें',
    otherwise: 'आपके लिए नहीं है? इस ईमेल को अनदेखा करें, या इस पते पर सारे न्योते बंद कर दें:',
    stop: 'न्योते बंद करें',
  },
  hg: {
    subject: 'Sachet par ek organization se judne ka nyota',
    invites: (inviter, organization) =>
      `${inviter ? `“${inviter}”` : 'Ek admin'} ne tumhe Sachet par ` +
      `${organization ? `organization “${organization}”` : 'ek organization'} se judne ka nyota bheja hai. ` +
      'Dono naam unhone khud chune hain. Humne inhe check nahi kiya hai.',
    product:
      'Sachet par tum AI se pictures, captions aur chat ke jawab banate ho, aur paise ' +
      'sirf usi ke dete ho jo rakho. Member bankar tum organization ke wallet se kharch karte ho. Admin ye ' +
      'dekhte hain ki tumne kya kharida, ye nahi ki kya likha.',
    howTo: 'Jab tak tum haan na karo, kuch nahi hoga. Link ek baar chalta hai, 14 din tak.',
    view: 'Nyota dekho',
    otherwise:
      'Tumhare liye nahi hai? Is email ko ignore karo, ya is address par saare nyote band kar do:',
    stop: 'Nyote band karo',
  },
};

/**
 * Links for people have their secret after a `#`, so that no server or log sees it. The link in the header has no
 * `#`, but its secret only stops mails. `publicUrl` has no trailing slash.
 */
export function writeInvitation(
  { organizationName, inviterName }: InviteMail,
  {
    language,
    publicUrl,
    secrets,
  }: {
    readonly language: Language;
    readonly publicUrl: string;
    readonly secrets: InviteSecrets;
  },
): Omit<Mail, 'to'> {
  const { subject, invites, product, howTo, view, otherwise, stop } = words[language];
  const toUrl = (page: string, secret: string) =>
    `${toPageUrl(publicUrl, page, language)}#${secret}`;
  return {
    ...layOutMail(language, {
      subject,
      paragraphs: [
        invites(toQuotableName(inviterName) || null, toQuotableName(organizationName) || null),
        product,
        howTo,
      ],
      link: { url: toUrl('/invitation', secrets.join), label: view },
      footer: { text: otherwise, url: toUrl('/invitation/stop', secrets.stop), label: stop },
    }),
    headers: {
      'List-Unsubscribe': `<${publicUrl}/api/invitation/stop?secret=${secrets.stop}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}
