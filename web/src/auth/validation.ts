import type { CreateUserRequest } from '@sachet/shared/contracts/user';
import type { AccountType } from '@sachet/shared/contracts/vocabulary';
import type { Messages } from '../i18n/en';
import { codeDigits } from './one-time-code';

/** docs/product.md, Validation. Each rule answers with the word it fails by, or null. */
export type Invalid = keyof Messages['invalid'];

const emailPattern = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/;
const passwordMinCharacters = 6;

export function normalEmail(typed: string): string {
  return typed.trim().toLowerCase();
}

export function isEmail(typed: string): boolean {
  return emailPattern.test(normalEmail(typed));
}

export type Names = {
  accountType: AccountType;
  firstName: string;
  lastName: string;
  orgName: string;
};

export const noNames: Names = {
  accountType: 'individual',
  firstName: '',
  lastName: '',
  orgName: '',
};

export type NameErrors = { names?: Invalid; orgName?: Invalid };

export function nameErrors(names: Names): NameErrors {
  return {
    ...(names.firstName.trim() && names.lastName.trim() ? {} : { names: 'names' as const }),
    ...(names.accountType === 'individual' || names.orgName.trim()
      ? {}
      : { orgName: 'orgName' as const }),
  };
}

export function passwordError(password: string): Invalid | null {
  return password.length < passwordMinCharacters ? 'password' : null;
}

/** `otp` has digits alone. */
export function otpError(otp: string): Invalid | null {
  return otp.length === codeDigits ? null : 'otp';
}

export function toProfileRequest(names: Names): CreateUserRequest {
  const person = { firstName: names.firstName.trim(), lastName: names.lastName.trim() };
  return names.accountType === 'individual'
    ? { accountType: 'individual', ...person }
    : { accountType: 'organization', ...person, orgName: names.orgName.trim() };
}
