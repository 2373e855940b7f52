import { z } from 'zod';

/** Past tense: facts. The design's table of kinds gives each one's effect. */
export const EventKind = z.enum([
  'SignupBonusCredited',
  'TopUpCredited',
  'TopUpRefunded',
  'TopUpDisputed',
  'DisputeWon',
  'HoldPlaced',
  'HoldCaptured',
  'HoldVoided',
  'HoldExpired',
  'Charged',
  'ChargeRefunded',
  'AdjustedByAdmin',
]);
export type EventKind = z.infer<typeof EventKind>;
