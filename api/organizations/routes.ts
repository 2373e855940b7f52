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
  getOrganization,
  getOrganizationUsage,
  postOrganization,
  postOrganizationAdmin,
  patchMember,
  deleteMember,
  getMembership,
  postLeave,
  getInvitations,
  postInvitations,
  postMailedInvitation,
  getStopInvitations,
  postStopInvitations,
];
