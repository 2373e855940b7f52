// A super admin, created as the operator creates one.
import { randomBytes } from 'node:crypto';
import { signUpWithEmail } from '../../dev/local/testing/people.ts';
import { asCustomer, type Customer } from './client.ts';
import type { OpenStack } from './stack.ts';

/** Makes addresses for `SUPER_ADMIN_EMAILS` that belong to this test alone. */
export function someSuperAdmins(count: number): string[] {
  return Array.from({ length: count }, () => `admin-${randomBytes(6).toString('hex')}@people.test`);
}

/** `email` must be in the stack's `SUPER_ADMIN_EMAILS`. */
export async function signUpSuperAdmin(
  stack: { readonly apiUrl: string },
  email: string,
): Promise<Customer> {
  const admin = asCustomer(stack, await signUpWithEmail({ email }));
  const account = { accountType: 'individual', firstName: 'Nadia', lastName: 'Khan' };
  const { status } = await admin.send('/api/user', { json: account });
  if (status >= 300) throw new Error(`POST /api/user: ${status}`);
  return admin;
}

/** Needs no address in `SUPER_ADMIN_EMAILS`: the role is a row, as after `npm run admin -- grant`. */
export async function createSuperAdmin({
  stack,
  books,
}: Pick<OpenStack, 'stack' | 'books'>): Promise<Customer> {
  const admin = await signUpSuperAdmin(stack, someSuperAdmins(1)[0]!);
  await books.query('insert into super_admin (uid) values ($1)', [admin.uid]);
  return admin;
}
