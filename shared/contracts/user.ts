/** People: `POST /api/user` and `GET /api/user`. */
import { z } from 'zod';
import { AccountType, Rupees } from './vocabulary.ts';

/** A name: 1 to 80 characters once trimmed. */
const Name = z.string().trim().min(1, 'First and last name are required.').max(80);

export const CreateUserRequest = z
  .discriminatedUnion('accountType', [
    z.object({ accountType: z.literal('individual'), firstName: Name, lastName: Name }),
    z.object({
      accountType: z.literal('organization'),
      firstName: Name,
      lastName: Name,
      orgName: z.string().trim().min(1, 'Organization name is required.').max(120),
    }),
  ])
  .meta({ id: 'CreateUserRequest' });
export type CreateUserRequest = z.infer<typeof CreateUserRequest>;

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
    budget: Rupees.meta({ description: 'Monthly, 0 for unlimited.' }),
    lifetimeSpent: Rupees,
  })
  .meta({ id: 'UserProfile' });
export type UserProfile = z.infer<typeof UserProfile>;

export const CreateUserResponse = z
  .object({ profile: UserProfile, createdProfile: z.boolean() })
  .meta({ id: 'CreateUserResponse' });
export type CreateUserResponse = z.infer<typeof CreateUserResponse>;
