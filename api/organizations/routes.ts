import type { Route } from '../http/route.ts';
import {
  getInvitations,
  postInvitations,
  postMailedInvitation,
  getStopInvitations,
  postStopInvitations,
} from './invitations.ts';
import { getMembership, postLeave } from './membership.ts';
import { getOrganization, postOrganization, patchMember, deleteMember } from './organization.ts';

export const organizationsRoutes: readonly Route[] = [
  getOrganization,
  postOrganization,
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
