import useSWR from 'swr';
import { useSession } from '../session/session';
import { call } from './client';
import { useUid, type Key } from './keys';

/** Read only for users whose email address is verified. */
export function useInvitations() {
  const uid = useUid();
  const session = useSession();
  const mayHaveSome = session.status === 'signed-in' && session.email !== null;
  return useSWR(mayHaveSome && uid && (['/api/invitations', uid] as const), ([path]: Key) =>
    call(path, 'InvitationsResponse'),
  );
}

/**
 * The invitation of a link in an email, or null. It depends on the secret, not on the signed-in
 * user.
 */
export function useMailedInvitation(secret: string | null) {
  return useSWR(
    secret && (['/api/invitation', secret] as const),
    ([path]: Key) =>
      call(path, 'MailedInvitationResponse', {
        method: 'POST',
        body: { action: 'read', secret },
      }),
    { revalidateOnFocus: false },
  );
}

/** The user's membership, or null if the user is in no organization. */
export function useMembership(isMember: boolean) {
  const uid = useUid();
  return useSWR(isMember && uid && (['/api/membership', uid] as const), ([path]: Key) =>
    call(path, 'Membership'),
  );
}
