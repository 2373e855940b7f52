import type { InvitationAnswerRequest } from '@sachet/shared/contracts/invitation';
import useSWR from 'swr';
import { useSession } from '../session/session';
import { api } from './client';
import type { Key } from './keys';
import { useApi } from './use-api';

/** Read only for users whose email address is verified. */
export function useInvitations() {
  const session = useSession();
  const mayHaveSome = session.status === 'signed-in' && session.email !== null;
  return useApi('GET /api/invitations', mayHaveSome ? {} : null);
}

/**
 * The invitation of a link in an email, or null. It depends on the secret, not on the signed-in
 * user.
 */
export function useMailedInvitation(secret: string | null) {
  return useSWR(
    secret && (['/api/invitation', secret] as const),
    ([, secret]: Key) => api('POST /api/invitation', { body: { action: 'read', secret } }),
    { revalidateOnFocus: false },
  );
}

/** Needs no sign-in: the secret from the email is enough. */
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
