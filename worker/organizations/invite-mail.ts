/**
 * Mails an invitation to an organization. Its row says whether the mail is still pending, so it is sent once;
 * a crash between the mail server's answer and our update sends it a second time, and the links of both mails
 * work.
 */
import { randomBytes } from 'node:crypto';
import {
  inviteToMail,
  markInviteMailed,
  storeInviteSecrets,
  type InviteMail,
  type InviteName,
  type InviteSecrets,
} from '@sachet/db/organizations/sent-invitations';
import { toQuotableName } from '@sachet/shared/people/names';
import type { Mail } from '@sachet/adapters/mail/mail';
import { escapeMarkup } from '@sachet/shared/text/escape-markup';
import type { Dependencies } from '../dependencies.ts';

type InviteDependencies = Pick<Dependencies, 'db' | 'log' | 'mail'>;
type MailContext = Pick<NonNullable<Dependencies['mail']>, 'publicUrl'>;

/** Throws when trying again may help. */
export async function mailInvite(
  { db, log, mail }: InviteDependencies,
  invite: InviteName,
): Promise<void> {
  const { organizationId } = invite;
  const wanted = await inviteToMail(db, invite);
  if (!wanted) return;
  if (!mail) {
    log.warn({ organizationId }, 'invitation not mailed: SMTP_URL is not set');
    return markInviteMailed(db, invite, 'failed');
  }
  const secrets = { join: createSecret(), stop: createSecret() };
  await storeInviteSecrets(db, { inviteId: wanted.id, secrets });
  const { mailer, publicUrl } = mail;
  const outcome = await mailer.send(inviteMail(wanted, { publicUrl, secrets }));
  if (outcome === 'refused') log.warn({ organizationId }, 'the mail server refused an invitation');
  await markInviteMailed(db, invite, outcome === 'sent' ? 'sent' : 'failed');
}

const createSecret = () => randomBytes(32).toString('base64url');

/**
 * `publicUrl` has no trailing slash. Links for people have their secret after a `#`, so that no server or log
 * sees it. The link in the header has no `#`, but its secret only stops mails.
 */
export function inviteMail(
  invite: InviteMail,
  { publicUrl, secrets }: MailContext & { readonly secrets: InviteSecrets },
): Mail {
  const organization = toQuotableName(invite.organizationName);
  const inviter = toQuotableName(invite.inviterName);
  const link = `${publicUrl}/invitation#${secrets.join}`;
  const stopLink = `${publicUrl}/invitation/stop#${secrets.stop}`;
  const invitation =
    `${inviter ? `“${inviter}”` : 'An admin'} invites you to join ` +
    `${organization ? `the organization “${organization}”` : 'an organization'} on Sachet. ` +
    'They chose both names. We haven’t verified them.';
  const product =
    'With Sachet you make pictures, captions and chat replies with AI from Google and OpenAI, and ' +
    'pay for each one you keep. As a member you pay from your organization’s wallet, and its ' +
    'admins see what you buy, not what you write.';
  const howTo = 'Nothing happens until you accept. The link works once, for 14 days.';
  const otherwise = 'Not for you? Ignore this email, or stop all invitations to this address:';
  return {
    to: invite.email,
    subject: 'You’re invited to join an organization on Sachet',
    headers: {
      'List-Unsubscribe': `<${publicUrl}/api/invitation/stop?secret=${secrets.stop}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    text: `${invitation}\n\n${product}\n\n${howTo}\n${link}\n\n${otherwise}\n${stopLink}\n`,
    html: `<!doctype html>
<html lang="en"><body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:#171b26;overflow-wrap:anywhere">
<p>${escapeMarkup(invitation)}</p>
<p>${escapeMarkup(product)}</p>
<p>${escapeMarkup(howTo)}</p>
<p><a href="${escapeMarkup(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#f2a20c;color:#171b26;font-weight:bold;text-decoration:none">View invitation</a></p>
<p style="font-size:14px;color:#5a6070">${escapeMarkup(otherwise)} <a href="${escapeMarkup(stopLink)}" style="color:#5a6070">Stop invitations</a></p>
</body></html>
`,
  };
}
