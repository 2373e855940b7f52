import type { CreateUserRequest } from '@sachet/shared/people/contracts/user';
import { toAsciiDigits, toDigits } from '../../../app/base/digits';
import type { Messages } from '../../../i18n/en';
import type { Names } from './draft';

/** Each rule returns the key of its error, or null (docs/product.md, Validation). */
export type Invalid = keyof Messages['invalid'];

const emailPattern = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/;
const passwordMinCharacters = 6;
const nameMaxCharacters = 40;

export function normalEmail(typed: string): string {
  return typed.trim().toLowerCase();
}

export function isEmail(typed: string): boolean {
  return emailPattern.test(normalEmail(typed));
}

type NameErrors = { names?: Invalid; orgName?: Invalid };

export function nameErrors(names: Names): NameErrors {
  const error = nameError(splitName(names.name));
  return {
    ...(error ? { names: error } : {}),
    ...(names.accountType === 'individual' || names.orgName.trim()
      ? {}
      : { orgName: 'orgName' as const }),
  };
}

function nameError({ firstName, lastName }: Pick<CreateUserRequest, 'firstName' | 'lastName'>) {
  if (!firstName || !lastName) return 'names';
  // By code points, as the server counts.
  return [firstName, lastName].some((part) => Array.from(part).length > nameMaxCharacters)
    ? 'longNames'
    : null;
}

/** The last word is the last name. A single word is a first name. */
function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/);
  const firstWords = words.length > 1 ? words.slice(0, -1) : words;
  return {
    firstName: firstWords.join(' '),
    lastName: words.slice(firstWords.length).join(' '),
  };
}

export function passwordError(password: string): Invalid | null {
  return password.length < passwordMinCharacters ? 'password' : null;
}

/** Expects `otp` to contain only digits. */
export function otpError(otp: string): Invalid | null {
  return otp.length === codeDigits ? null : 'otp';
}

export function toProfileRequest({ accountType, name, orgName }: Names): CreateUserRequest {
  const person = splitName(name);
  return accountType === 'individual'
    ? { accountType, ...person }
    : { accountType, ...person, orgName: orgName.trim() };
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
