import type { Route } from '../http/route.ts';
import {
  getInvitations,
  postInvitations,
  postMailedInvitation,
  getStopInvitations,
  postStopInvitations,
} from './invitations.ts';
import { getMembership, postLeave } from './membership.ts';
import {
  deleteMember,
  getOrganization,
  getOrganizationUsage,
  patchMember,
  postOrganization,
  postOrganizationAdmin,
} from './organization.ts';

export const organizationsRoutes: readonly Route[] = [
  getInvitations,
  postInvitations,
  postMailedInvitation,
  getStopInvitations,
  postStopInvitations,
  getMembership,
  postLeave,
  deleteMember,
  getOrganization,
  getOrganizationUsage,
  patchMember,
  postOrganization,
  postOrganizationAdmin,
];
