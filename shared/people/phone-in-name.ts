/**
 * Finds phone numbers in names. A phone number in a name would turn our mail into an advertisement. A number
 * may have digits of any script or words for digits, and any separators except other words.
 */
import { invisible } from '../text/invisible.ts';

/** Minimum digits of a number with separators. Indian numbers have ten; a range of years has only eight. */
const digitsMin = 9;
/** Minimum digits of a number without separators: the length of a landline without its area code. */
const digitsInOnePieceMin = 8;

const list = (words: string) => words.trim().split(/\s+/);

const digitWords = list(`
  zero nought one two three four five six seven eight nine
  shunya shoonya ek do teen tin char chaar panch paanch chhe chhah chah che saat sat aath ath nau
  शून्य एक दो तीन चार पांच पाँच पाच छह छः छे छ सात आठ नौ`);
/** Words such as `double`, and how often each repeats the digit that follows. */
const repeats = new Map([
  ['double', 2],
  ['triple', 3],
  ['डबल', 2],
  ['ट्रिपल', 3],
]);
const separatorWords: ReadonlySet<string> = new Set(
  list(`dash hyphen minus dot point space plus star slash bracket and aur oh
  डैश डेश हाइफन हाइफ़न माइनस डॉट डाट पॉइंट स्पेस प्लस स्टार स्लैश और`).map((word) => word.normalize('NFKC')),
);

const longestFirst = digitWords
  .map((word) => word.normalize('NFKC'))
  .toSorted((a, b) => b.length - a.length);
const digitWord = new RegExp(`(?:${longestFirst.join('|')})`, 'gu');
/** Matches digits (see `toOnes`) or a word. All other characters are separators. */
const piece = /1+|[\p{L}\p{M}]+/gu;

export function phoneNumberIn(name: string): boolean {
  let digits = 0;
  for (const [each] of toOnes(name).matchAll(piece)) {
    const count = countDigits(each);
    if (count === null) digits = 0;
    else digits += count;
    if (digits >= digitsMin || (each[0] === '1' && each.length >= digitsInOnePieceMin)) return true;
  }
  return false;
}

/** Null for a word that ends a number. */
function countDigits(text: string): number | null {
  // An `O` may be written for 0, an `l` for 1.
  if (/^(?:1+|[oil]+)$/.test(text)) return text.length;
  if (text.length === 1 || separatorWords.has(text)) return 0;
  const times = repeats.get(text);
  if (times) return times - 1;
  let count = 0;
  const rest = text.replaceAll(digitWord, () => {
    count += 1;
    return '';
  });
  return rest === '' ? count : null;
}

/** Circled digits that have no plain form in Unicode. */
const circled =
  /[\u{2776}-\u{277e}\u{2780}-\u{2788}\u{278a}-\u{2792}\u{24f5}-\u{24fd}\u{24ff}\u{1f10b}\u{1f10c}]/gu;

/** The text in lower case, without invisible characters, and with a 1 for each digit of any script. */
function toOnes(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(invisible, '')
    .replaceAll(/\p{Me}/gu, '')
    .replaceAll(circled, '1')
    .replaceAll(/\p{Nd}/gu, '1')
    .toLowerCase();
}
