import { toDigits } from '../../app/digits';
import { splitPhoneNumber, toPhoneNumber } from '../../app/phone-number';

const phoneLike = /^[\p{Nd}\s+().-]+$/u;

/** A phone number however it is written, as it is stored; a part of one as its digits; all else as typed. */
export function toSearchText(typed: string): string {
  if (!phoneLike.test(typed)) return typed;
  const isWhole = splitPhoneNumber('IN', typed) !== null;
  return (isWhole && toPhoneNumber('IN', typed)) || toDigits(typed) || typed;
}
