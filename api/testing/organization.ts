// An organization and its members, created as users create them.
import { randomBytes } from 'node:crypto';
import type { InvitationsResponse } from '@sachet/shared/organizations/contracts/invitation';
import type { OrganizationResponse } from '@sachet/shared/organizations/contracts/organization';
import { signUpWithEmail } from '../../dev/local/testing/people.ts';
import { asCustomer, createCustomer, type Answer, type AnyBody, type Customer } from './client.ts';

type StackLike = { readonly apiUrl: string };

export interface Founder extends Customer {
  readonly organizationId: string;
  organization(): Promise<OrganizationResponse>;
  /** `budget`: rupees a month; left out for the default. */
  invite(email: string, budget?: unknown): Promise<Answer<AnyBody>>;
  cancel(email: string): Promise<Answer<AnyBody>>;
  remove(uid: string): Promise<Answer<AnyBody>>;
  appoint(uid: string): Promise<Answer<AnyBody>>;
  setBudget(uid: string, budget: unknown): Promise<Answer<AnyBody>>;
}

export const someEmail = () => `${randomBytes(6).toString('hex')}@people.test`;

/** The admin of an organization with ₹250. */
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
  const act = (action: string) => (email: string, budget?: unknown) =>
    admin.send('/api/organization', { json: { action, email, organizationId, budget } });
  return {
    ...admin,
    organizationId,
    organization: read,
    invite: act('invite'),
    cancel: act('cancel-invite'),
    remove: (uid) =>
      admin.send(`/api/organization/member?uid=${encodeURIComponent(uid)}`, { method: 'DELETE' }),
    appoint: (uid) => admin.send('/api/organization/admin', { json: { uid } }),
    setBudget: (uid, budget) =>
      admin.send('/api/organization/member', { method: 'PATCH', json: { uid, budget } }),
  };
}

/** A user with a verified address and a profile. */
export async function signUpByEmail(stack: StackLike, email = someEmail()): Promise<Customer> {
  const person = asCustomer(stack, await signUpWithEmail({ email }));
  const json = { accountType: 'individual', firstName: 'Meera', lastName: 'Nair' };
  const { status, body } = await person.send('/api/user', { json });
  if (status !== 201) throw new Error(`POST /api/user: ${status} ${JSON.stringify(body)}`);
  return person;
}

/** A user who was invited, verified the address, signed up and accepted. */
export async function addMember(stack: StackLike, founder: Founder): Promise<Customer> {
  const email = someEmail();
  await founder.invite(email);
  const member = await signUpByEmail(stack, email);
  const { status, body } = await answerInvitation(member, 'accept');
  if (status !== 200) throw new Error(`POST /api/invitations: ${status} ${JSON.stringify(body)}`);
  return member;
}

/** Answers the newest open invitation for the person's address. */
export async function answerInvitation(
  person: Customer,
  action: 'accept' | 'decline' | 'report',
): Promise<Answer<AnyBody>> {
  const { body } = await person.send<InvitationsResponse>('/api/invitations');
  const invitation = { id: body.invitations[0]!.id };
  return person.send('/api/invitations', { json: { action, invitation } });
}
