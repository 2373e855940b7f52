/** Why a provider refuses us until an admin acts. */
import { z } from 'zod';

export const RefusalCause = z.enum([
  /** The account has no credit, its limit of spending is reached, or its billing is not active. */
  'billing',
  /** The provider does not accept our key. */
  'key',
  /** The provider has blocked our key because it was published. */
  'leaked_key',
  /** The account is suspended. */
  'account',
  /** The organization must be verified before it may use the model. */
  'verification',
  'region',
  /** The model does not exist, or our account may not use it. */
  'model',
  /** A limit of the account is used up for longer than a minute. */
  'capacity',
  /** The model does not take a parameter that we cannot leave out. */
  'parameter',
  'other',
]);
export type RefusalCause = z.infer<typeof RefusalCause>;
