/**
 * Sessions for the queue pages. A browser that opens a page sends no bearer header, so a super admin gets a
 * signed, short-lived cookie for these pages only; the role of its owner is checked on every request.
 */
import { z } from 'zod';
import type { Signer } from '@sachet/shared/signer';
import { minuteMs } from '@sachet/shared/time';
import type { Caller } from '../identity/caller.ts';

export const queueSessionCookie = 'sachet_queues';
export const queueSessionMs = 15 * minuteMs;

const Session = z.object({
  uid: z.string(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  expiresAtMs: z.number(),
});

export function signQueueSession(
  { uid, email, emailVerified }: Caller,
  { signer, expiresAtMs }: { signer: Signer; expiresAtMs: number },
): string {
  const session: z.infer<typeof Session> = { uid, email, emailVerified, expiresAtMs };
  const body = Buffer.from(JSON.stringify(session)).toString('base64url');
  return `${body}.${signer.sign(body)}`;
}

/** The cookie's owner, or null for a forged or expired cookie. */
export function readQueueSession(
  cookies: string | undefined,
  { signer, nowMs }: { signer: Signer; nowMs: number },
): Caller | null {
  const value = (cookies ?? '')
    .split(/; */)
    .find((cookie) => cookie.startsWith(`${queueSessionCookie}=`))
    ?.slice(queueSessionCookie.length + 1);
  const [body, signature] = (value ?? '').split('.');
  if (!body || !signature || !signer.isSigned(body, signature)) return null;
  const session = Session.parse(JSON.parse(Buffer.from(body, 'base64url').toString()));
  return session.expiresAtMs > nowMs ? { ...session, phoneNumber: null } : null;
}
