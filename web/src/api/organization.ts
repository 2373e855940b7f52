import type {
  OrganizationInvite,
  OrganizationMember,
  OrganizationResponse,
} from '@sachet/shared/contracts/organization';
import { cacheAnswer } from './keys';
import { useApi } from './use-api';

/** Polls, because no live event reports that an email was sent or an invitation declined. */
const mailPollMs = 2_000;
const invitedPollMs = 30_000;

/** Reads the organization. Only its admins may; other users get `forbidden`. */
export const useOrganization = () =>
  useApi(
    'GET /api/organization',
    {},
    { refreshInterval: (latest) => pollMs(latest?.invites ?? []) },
  );

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
  await cacheAnswer(
    uid,
    'GET /api/organization',
    {},
    (organization) => organization && change(organization),
  );
}
