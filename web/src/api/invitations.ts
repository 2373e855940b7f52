import useSWR from 'swr';
import { useSession } from '../session/session';
import { call } from './client';
import { useUid, type Key } from './keys';

/** For the verified owner of an address; nobody else is asked about. */
export function useInvitations() {
  const uid = useUid();
  const session = useSession();
  const mayHaveSome = session.status === 'signed-in' && session.email !== null;
  return useSWR(mayHaveSome && uid && (['/api/invitations', uid] as const), ([path]: Key) =>
    call(path, 'InvitationsResponse'),
  );
}

/** Of a mail's link; null for none. The answer belongs to the secret, whoever is signed in. */
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

/** Null for whoever is in no organisation. */
export function useMembership(isMember: boolean) {
  const uid = useUid();
  return useSWR(isMember && uid && (['/api/membership', uid] as const), ([path]: Key) =>
    call(path, 'Membership'),
  );
}
