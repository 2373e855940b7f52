/** The caller's own account: export of its data, and closing it. */
import { z } from 'zod';
import { Rupees } from '../../contracts/vocabulary.ts';

/** `GET /api/account/closing`: what would happen to the user's money if the account were closed now. */
export const ClosingPreview = z
  .object({
    sentBack: Rupees.meta({
      description: 'Paid in and not spent: goes back to where it came from.',
    }),
    ends: Rupees.meta({ description: 'The bonus and credits that were given: they end.' }),
    held: Rupees.meta({
      description: 'On hold for work in progress; it is charged or released first.',
    }),
    organizationKeeps: z.string().nullable().meta({
      description: 'The organization that continues without the caller, with its wallet unchanged.',
    }),
    obstacle: z
      .enum(['only_admin', 'super_admin'])
      .nullable()
      .meta({ description: 'Why it cannot be closed now.' }),
  })
  .meta({ id: 'ClosingPreview' });
export type ClosingPreview = z.infer<typeof ClosingPreview>;

/**
 * `POST /api/account/close`. `give_up` moves unspent paid money to the ledger account `unclaimed`; the user
 * can still claim it.
 */
export const CloseAccountRequest = z
  .object({
    remainder: z.enum(['send_back', 'give_up']).default('send_back'),
    /** Typed by the user, to prevent closing an account by accident. */
    confirm: z.literal('CLOSE', 'Type CLOSE to close your account.'),
  })
  .meta({ id: 'CloseAccountRequest' });
export type CloseAccountRequest = z.infer<typeof CloseAccountRequest>;
