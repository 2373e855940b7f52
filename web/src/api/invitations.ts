import type { InvitationAnswerRequest } from '@sachet/shared/contracts/invitation';
import useSWR from 'swr';
import { useSession } from '../session/session';
import { api } from './client';
import type { Key } from './keys';
import { useApi } from './use-api';

/** For the verified owner of an address; nobody else is asked about. */
export function useInvitations() {
  const session = useSession();
  const mayHaveSome = session.status === 'signed-in' && session.email !== null;
  return useApi('GET /api/invitations', mayHaveSome ? {} : null);
}

/** Of a mail's link; null for none. The answer belongs to the secret, whoever is signed in. */
export function useMailedInvitation(secret: string | null) {
  return useSWR(
    secret && (['/api/invitation', secret] as const),
    ([, secret]: Key) => api('POST /api/invitation', { body: { action: 'read', secret } }),
    { revalidateOnFocus: false },
  );
}

/** With the secret of a mail nobody needs to be signed in. */
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
