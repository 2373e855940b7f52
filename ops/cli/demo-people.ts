export interface DemoPerson {
  title: string;
  email: string;
  phoneNumber?: string;
  firstName: string;
  lastName: string;
  /** Set for the admin of an organization, who founds the organization by signing up. */
  orgName?: string;
  /** Set for a member: the address of the admin who invites the member. The admin is earlier in the list. */
  invitedBy?: string;
  superAdmin?: true;
}

/** Created only in the emulator, so a public password does no harm. */
export const demoPassword = 'sachet-demo';

export const demoPeople: readonly DemoPerson[] = [
  {
    title: 'Individual',
    email: 'asha@sachet.test',
    phoneNumber: '+919999900001',
    firstName: 'Asha',
    lastName: 'Rao',
  },
  {
    title: 'Organization admin',
    email: 'owner@sachet.test',
    firstName: 'Imran',
    lastName: 'Sheikh',
    orgName: 'Chai & Co.',
  },
  {
    title: 'Organization member',
    email: 'member@sachet.test',
    firstName: 'Meera',
    lastName: 'Nair',
    invitedBy: 'owner@sachet.test',
  },
  {
    title: 'Super admin',
    email: 'admin@sachet.test',
    firstName: 'Dev',
    lastName: 'Patel',
    superAdmin: true,
  },
  {
    title: 'Second super admin',
    email: 'finance@sachet.test',
    firstName: 'Leela',
    lastName: 'Menon',
    superAdmin: true,
  },
];

export const demoSuperAdmins = demoPeople
  .filter((person) => person.superAdmin)
  .map((person) => person.email);
