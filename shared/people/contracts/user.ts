/** People: `POST /api/user` and `GET /api/user`. */
import { z } from 'zod';
import { needlesslyInvisible } from '../../text/invisible.ts';
import { linkIn } from '../../text/links.ts';
import { phoneNumberIn } from '../phone-in-name.ts';
import { FriendCode } from './growth.ts';
import { AccountType, Rupees, Timestamp } from '../../contracts/vocabulary.ts';

/** Control characters, half surrogate pairs, marks that change the writing direction, and fillers. */
const unprintable = new RegExp(
  `[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Bidi_C}]|${needlesslyInvisible.source}`,
  'u',
);
/** A visible character: a name of joiners or spaces alone is refused. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** A name of 1 to `most` characters once trimmed, in any script and with emoji. */
function createNameSchema(most: number, missing: string) {
  return (
    z
      .string(missing)
      .trim()
      // The length is checked first and alone, because normalising 50,000 combining marks takes most of a
      // second.
      .refine((name) => Array.from(name).length <= most, {
        error: `At most ${most} characters.`,
        abort: true,
      })
      .refine((name) => visible.test(name), missing)
      .refine((name) => !unprintable.test(name), 'This has a character that cannot be shown.')
      .refine((name) => !linkIn(name), 'Please leave out web addresses: a space after a dot helps.')
      .refine((name) => !phoneNumberIn(name), 'Please leave out phone numbers.')
  );
}

export const PersonName = createNameSchema(40, 'First and last name are required.');

const anyone = {
  firstName: PersonName,
  lastName: PersonName,
  friendCode: FriendCode.optional()
    .catch(undefined)
    .meta({ description: 'The code of a friend’s link; ignored if it is not valid.' }),
};

export const CreateUserRequest = z
  .discriminatedUnion('accountType', [
    z.object({ accountType: z.literal('individual'), ...anyone }),
    z.object({
      accountType: z.literal('organization'),
      ...anyone,
      orgName: createNameSchema(120, 'Organization name is required.'),
    }),
  ])
  .meta({ id: 'CreateUserRequest' });
export type CreateUserRequest = z.infer<typeof CreateUserRequest>;

/** Why a sign-up brought no bonus. */
export const BonusWithheld = z.enum([
  'claimed',
  'disposable_address',
  /** The database was restored from a backup after the account was created. */
  'restored',
]);
export type BonusWithheld = z.infer<typeof BonusWithheld>;

export const UserProfile = z
  .object({
    uid: z.string(),
    accountType: AccountType,
    role: z.enum(['user', 'admin']),
    organizationId: z.string().nullable(),
    organizationName: z.string().nullable(),
    firstName: z.string(),
    lastName: z.string(),
    phoneNumber: z.string().nullable(),
    email: z.string().nullable(),
    emailVerified: z.boolean(),
    walletBalance: Rupees,
    budget: Rupees.meta({
      description:
        "Monthly, 0 for unlimited: what the organization's admin allows, or an individual's own cap.",
    }),
    lifetimeSpent: Rupees,
    spentThisMonth: Rupees.meta({
      description: 'Spent in the calendar month in India; counts against the budget.',
    }),
    bonusWithheld: BonusWithheld.nullable().meta({
      description:
        'Why the sign-up brought no bonus: the mailbox or phone had one, the address is a throwaway, ' +
        "the day's bonuses (of the network or in total) were used up, or the account is older than a " +
        'restore from a backup. Null if it was credited.',
    }),
    lowBalance: Rupees.meta({
      description: 'The client warns when less than this is available; 0 for never.',
    }),
    rulesSeenAt: Timestamp.nullable().meta({
      description: 'When they last said that they have read the content rules.',
    }),
  })
  .meta({ id: 'UserProfile' });
export type UserProfile = z.infer<typeof UserProfile>;

export const CreateUserResponse = z
  .object({ profile: UserProfile, createdProfile: z.boolean() })
  .meta({ id: 'CreateUserResponse' });
export type CreateUserResponse = z.infer<typeof CreateUserResponse>;
