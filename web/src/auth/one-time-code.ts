import { toAsciiDigits, toDigits } from '../app/digits';

/** docs/product.md, Screens: the code that Firebase sends. */
export const codeDigits = 6;

/** Six digits in a row come before six in two groups: "123 456", "123-456". */
const patterns = [/(?<![0-9])[0-9]{6}(?![0-9])/, /(?<![0-9])[0-9]{3}[\s\p{Pd}.][0-9]{3}(?![0-9])/u];

/** Finds the code in a text such as a whole message: "Your code is 123456." null if it has no code. */
export function findCode(text: string): string | null {
  const ascii = toAsciiDigits(text);
  for (const pattern of patterns) {
    const [code] = pattern.exec(ascii) ?? [];
    if (code) return toDigits(code);
  }
  return null;
}

/** The field's value for typed or filled-in text: a whole code, or its digits so far. */
export function toTypedCode(text: string): string {
  return findCode(text) ?? toDigits(text).slice(0, codeDigits);
}
