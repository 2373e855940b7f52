import type { AccountType } from '@sachet/shared/contracts/vocabulary';
import type { CountryCode } from '../../../app/base/phone-number';

export type Names = {
  accountType: AccountType;
  /** First and last name in one field. */
  name: string;
  orgName: string;
};

/** The text typed in the sign-in dialog. It is kept when the user changes the tab or the screen. */
export type AuthDraft = Names & {
  email: string;
  /** null until the user chooses a country; a guessed country is shown in the meantime. */
  country: CountryCode | null;
  phone: string;
};

export const noDraft: AuthDraft = {
  accountType: 'individual',
  name: '',
  orgName: '',
  email: '',
  country: null,
  phone: '',
};

/** Changes a part of the draft. */
export type OnDraft = (part: Partial<AuthDraft>) => void;
