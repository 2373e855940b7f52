import type {
  OrganizationInvite,
  OrganizationMember,
  OrganizationResponse,
} from '@sachet/shared/contracts/organization';
import useSWR, { mutate } from 'swr';
import { call } from './client';
import { paths, useUid, type Key } from './keys';

/** Polled: no live event reports that an email was sent or an invitation declined. */
const mailPollMs = 2_000;
const invitedPollMs = 30_000;

/** For admins of the organization; other users get `forbidden`. */
export function useOrganization() {
  const uid = useUid();
  return useSWR(
    uid && ([paths.organization, uid] as const),
    ([path]: Key) => call(path, 'OrganizationResponse'),
    { refreshInterval: (latest) => pollMs(latest?.invites ?? []) },
  );
}

/** Returns 0 for no polling. */
function pollMs(invites: OrganizationInvite[]): number {
  if (invites.length === 0) return 0;
  return invites.some(({ mailStatus }) => mailStatus === 'queued') ? mailPollMs : invitedPollMs;
}

export async function cacheInvites(uid: string, invites: OrganizationInvite[]): Promise<void> {
  await keep(uid, (organization) => ({ ...organization, invites }));
}

export async function cacheMember(uid: string, changed: OrganizationMember): Promise<void> {
  await keep(uid, (organization) => ({
    ...organization,
    members: organization.members.map((member) => (member.uid === changed.uid ? changed : member)),
  }));
}

async function keep(
  uid: string,
  change: (organization: OrganizationResponse) => OrganizationResponse,
): Promise<void> {
  await mutate<OrganizationResponse>(
    [paths.organization, uid],
    (organization) => organization && change(organization),
    { revalidate: false },
  );
}
