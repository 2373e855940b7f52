// An organisation and people in it, made the way people make them.
import { randomBytes } from 'node:crypto';
import type { OrganizationResponse } from '@sachet/shared/contracts/organization';
import { signUpWithEmail } from '../../local/testing/people.ts';
import { asCustomer, createCustomer, type Answer, type AnyBody, type Customer } from './client.ts';

type StackLike = { readonly apiUrl: string };

export interface Founder extends Customer {
  readonly organizationId: string;
  organization(): Promise<OrganizationResponse>;
  invite(email: string): Promise<Answer<AnyBody>>;
  cancel(email: string): Promise<Answer<AnyBody>>;
  setBudget(uid: string, budget: unknown): Promise<Answer<AnyBody>>;
}

export const someEmail = () => `${randomBytes(6).toString('hex')}@people.test`;

/** The admin of an organisation with ₹250. */
export async function foundOrganization(
  stack: StackLike,
  orgName = 'Chai & Co.',
): Promise<Founder> {
  const admin = await createCustomer(stack, {
    accountType: 'organization',
    firstName: 'Imran',
    lastName: 'Sheikh',
    orgName,
  });
  const read = async () => {
    const { status, body } = await admin.send<OrganizationResponse>('/api/organization');
    if (status !== 200) throw new Error(`GET /api/organization: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const { id: organizationId } = await read();
  const act = (action: string) => (email: string) =>
    admin.send('/api/organization', { json: { action, email, organizationId } });
  return {
    ...admin,
    organizationId,
    organization: read,
    invite: act('invite'),
    cancel: act('cancel-invite'),
    setBudget: (uid, budget) =>
      admin.send('/api/organization/member', { method: 'PATCH', json: { uid, budget } }),
  };
}

/** Somebody who was invited, verified the address and signed up. */
export async function addMember(stack: StackLike, founder: Founder): Promise<Customer> {
  const email = someEmail();
  await founder.invite(email);
  const member = asCustomer(stack, await signUpWithEmail({ email }));
  const json = { accountType: 'individual', firstName: 'Meera', lastName: 'Nair' };
  const { status, body } = await member.send('/api/user', { json });
  if (status !== 201) throw new Error(`POST /api/user: ${status} ${JSON.stringify(body)}`);
  return member;
}
