import type { GenerationResult } from '@sachet/shared/contracts/generation';

/** Whether it can be ticked: a preview that is neither bought nor being bought. */
export const isForSale = ({ status, unlocked, unlockStatus }: GenerationResult): boolean =>
  status === 'ready' && !unlocked && unlockStatus !== 'pending';
