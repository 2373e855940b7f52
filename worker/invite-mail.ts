/**
 * Mails an invitation into an organisation. Its row says whether that is still to be done, so it is
 * mailed once; a crash between the mail server's word and ours mails it a second time.
 */
import {
  inviteToMail,
  markInviteMailed,
  type InviteMail,
  type InviteName,
} from '@sachet/db/organizations';
import { escapeHtml, type Mail } from './mail.ts';
import type { Parts } from './parts.ts';

type InviteParts = Pick<Parts, 'db' | 'log' | 'mail'>;

/** Throws when trying again may help. */
export async function mailInvite(
  { db, log, mail }: InviteParts,
  invite: InviteName,
): Promise<void> {
  const { organizationId } = invite;
  const wanted = await inviteToMail(db, invite);
  if (!wanted) return;
  if (!mail) {
    log.warn({ organizationId }, 'an invitation was not mailed: SMTP_URL is not set');
    return markInviteMailed(db, invite, 'failed');
  }
  const outcome = await mail.mailer.send(inviteMail(wanted, mail.publicUrl));
  if (outcome === 'refused') log.warn({ organizationId }, 'the mail server refused an invitation');
  await markInviteMailed(db, invite, outcome === 'sent' ? 'sent' : 'failed');
}

/** `publicUrl` without a slash at its end. */
export function inviteMail(invite: InviteMail, publicUrl: string): Mail {
  const organization = asPlainWords(invite.organizationName);
  const inviter = asPlainWords(invite.inviterName);
  const link = `${publicUrl}/signup?email=${encodeURIComponent(invite.email)}`;
  const invitation = `${inviter} invites you to join “${organization}” on Sachet.`;
  const product =
    'Sachet makes images, captions and chat replies with AI from Google and OpenAI, paid one at ' +
    'a time. As a member you pay from your organisation’s wallet.';
  const howTo = `To join, sign up with this e-mail address (${invite.email}):`;
  const otherwise =
    'If you did not expect this invitation, ignore this mail: nothing happens unless you sign up.';
  return {
    to: invite.email,
    subject: `${inviter} invites you to join ${organization} on Sachet`,
    text: `${invitation}\n\n${product}\n\n${howTo}\n${link}\n\n${otherwise}\n`,
    html: `<!doctype html>
<html lang="en"><body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:#171b26;overflow-wrap:anywhere">
<p>${escapeHtml(invitation)}</p>
<p>${escapeHtml(product)}</p>
<p>${escapeHtml(howTo)}</p>
<p><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#f2a20c;color:#171b26;font-weight:bold;text-decoration:none">Sign up and join</a></p>
<p style="font-size:14px;color:#5a6070">${escapeHtml(otherwise)}</p>
</body></html>
`,
  };
}

/** Names are other people's text: one line, at most 80 characters, no reversed writing. */
function asPlainWords(name: string): string {
  const line = name.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ');
  return [...line.replace(/\s+/g, ' ').trim()].slice(0, 80).join('');
}
