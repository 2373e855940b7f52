import type {
  OrganizationInvite,
  OrganizationMember,
  OrganizationResponse,
} from '@sachet/shared/organizations/contracts/organization';
import { cacheAnswer } from './keys';
import { useApi } from './use-api';

/** Reads the organization. Only its admins may; other users get `forbidden`. */
export const useOrganization = () => useApi('GET /api/organization');

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
