import type { InvitationAnswerRequest } from '@sachet/shared/organizations/contracts/invitation';
import useSWR from 'swr';
import { useSession } from '../app/session/session';
import { api } from './client';
import type { Key } from './keys';
import { useApi } from './use-api';

/** Reads the invitations, only for users whose email address is verified. */
export function useInvitations() {
  const session = useSession();
  const mayHaveSome = session.status === 'signed-in' && session.emailVerified;
  return useApi('GET /api/invitations', mayHaveSome ? {} : null);
}

/**
 * Reads the invitation of a link in an email; null without a secret. The answer depends on the secret, not on
 * the signed-in user.
 */
export function useMailedInvitation(secret: string | null) {
  return useSWR(
    secret && (['/api/invitation', secret] as const),
    ([, secret]: Key) => api('POST /api/invitation', { body: { action: 'read', secret } }),
    { revalidateOnFocus: false },
  );
}

/** Declines an invitation. The secret from the email is enough, so no sign-in is needed. */
export async function refuseInvitation(
  action: 'decline' | 'report',
  invitation: InvitationAnswerRequest['invitation'],
): Promise<void> {
  if ('secret' in invitation) {
    await api('POST /api/invitation', { body: { action, secret: invitation.secret } });
  } else {
    await api('POST /api/invitations', { body: { action, invitation } });
  }
}
