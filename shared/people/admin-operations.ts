import {
  AdminGrowth,
  ChangeCampaignRequest,
  ChangedCampaign,
  EndGiftCode,
  GiftCode,
  MadeGiftCode,
  NewGiftCode,
} from './contracts/growth.ts';
import type { Operations } from '../operations/operation.ts';

export const peopleAdminOperations = {
  'GET /api/admin/growth': {
    access: 'super-admin',
    summary: 'The campaign for bringing friends, its figures, and the gift codes.',
    answers: { 200: AdminGrowth },
  },
  'POST /api/admin/campaign': {
    access: 'super-admin',
    summary:
      'Changes the campaign. Friends who have signed up keep the amounts that they were promised.',
    body: ChangeCampaignRequest,
    answers: { 200: ChangedCampaign, 202: ChangedCampaign },
    refusals: ['wrong_state'],
  },
  'POST /api/admin/gift-codes': {
    access: 'super-admin',
    summary:
      'Makes a gift code, which only this answer shows. Its amount times its uses counts towards what ' +
      'one admin may give alone in 24 hours; above it, a second super admin must approve it.',
    body: NewGiftCode,
    answers: { 201: MadeGiftCode, 202: MadeGiftCode },
    refusals: ['wrong_state'],
  },
  'POST /api/admin/gift-codes/end': {
    access: 'super-admin',
    summary: 'Ends a gift code. What was redeemed stays.',
    body: EndGiftCode,
    answers: { 200: GiftCode },
    refusals: ['not_found'],
  },
} satisfies Operations;
