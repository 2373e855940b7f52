import type { CountryCode } from '../../../app/base/phone-number';
import type { CreateUserRequest } from '@sachet/shared/people/contracts/user';
import type { AccountType } from '@sachet/shared/contracts/vocabulary';
import { toAsciiDigits, toDigits } from '../../../app/base/digits';
import type { Messages } from '../../../i18n/en';

/** Each rule returns the key of its error, or null (docs/product.md, Validation). */
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

/** @internal exported for its test */
export const noNames: Names = {
  accountType: 'individual',
  firstName: '',
  lastName: '',
  orgName: '',
};

type NameErrors = { names?: Invalid; orgName?: Invalid };

export function nameErrors(names: Names): NameErrors {
  return {
    ...(names.firstName.trim() && names.lastName.trim() ? {} : { names: 'names' as const }),
    ...(names.accountType === 'individual' || names.orgName.trim()
      ? {}
      : { orgName: 'orgName' as const }),
  };
}

/** Whether no name was entered at all. */
export const isNameless = ({ firstName, lastName, orgName }: Names): boolean =>
  `${firstName}${lastName}${orgName}`.trim() === '';

export function passwordError(password: string): Invalid | null {
  return password.length < passwordMinCharacters ? 'password' : null;
}

/** Expects `otp` to contain only digits. */
export function otpError(otp: string): Invalid | null {
  return otp.length === codeDigits ? null : 'otp';
}

export function toProfileRequest(names: Names): CreateUserRequest {
  const person = { firstName: names.firstName.trim(), lastName: names.lastName.trim() };
  return names.accountType === 'individual'
    ? { accountType: 'individual', ...person }
    : { accountType: 'organization', ...person, orgName: names.orgName.trim() };
}

/** The length of Firebase's codes (docs/product.md, Screens). */
const codeDigits = 6;

/** Six digits in a row take precedence over two groups such as "123 456" or "123-456". */
const patterns = [/(?<![0-9])[0-9]{6}(?![0-9])/, /(?<![0-9])[0-9]{3}[\s\p{Pd}.][0-9]{3}(?![0-9])/u];

/** Finds the code in a text such as "Your code is 123456."; null if it contains no code. */
export function findCode(text: string): string | null {
  const ascii = toAsciiDigits(text);
  for (const pattern of patterns) {
    const [code] = pattern.exec(ascii) ?? [];
    if (code) return toDigits(code);
  }
  return null;
}

/** Converts typed or pasted text to the field's value: a complete code, or the digits typed so far. */
export function toTypedCode(text: string): string {
  return findCode(text) ?? toDigits(text).slice(0, codeDigits);
}

/** The text typed in the dialog. It is kept when the user changes the tab or the view. */
export type AuthDraft = Names & {
  email: string;
  /** null until the user chooses a country; a guessed country is shown in the meantime. */
  country: CountryCode | null;
  phone: string;
};

export const noDraft: AuthDraft = { ...noNames, email: '', country: null, phone: '' };

/** Changes a part of the draft. */
export type OnDraft = (part: Partial<AuthDraft>) => void;
