/**
 * Names that people choose and others read in our mails: they must contain no link and must not
 * imitate us or a partner.
 */
import toHomoglyphs from 'unhomoglyph';
import { invisible, needlesslyInvisible } from '../text/invisible.ts';
import { linkIn } from '../text/links.ts';
import { phoneNumberIn } from './phone-in-name.ts';

/** Names that no organization's name may resemble, in Latin letters and, as they sound, in Devanagari. */
const brands =
  'Sachet सचेत सैशे साशे सैशेट साशेट सैचेट Google गूगल गूगुल OpenAI ओपनएआई ओपेनएआई ChatGPT चैटजीपीटी Razorpay रेज़रपे UPI यूपीआई NPCI एनपीसीआई Paytm पेटीएम PhonePe फ़ोनपे'.split(
    ' ',
  );

/** Words that make a name in a mail look like a message about money. */
const moneyWords = 'Refund Refunds रिफ़ंड Cashback कैशबैक KYC केवाईसी'.split(' ');

/** Small capitals and similar letters, which Unicode's list of confusables does not map to letters. */
const smallCapitals: Record<string, string> = Object.fromEntries(
  Array.from('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', (letter, i) => [letter, 'abcdefghijklmnoprstuvwyz'[i]!]),
);

/**
 * Maps letters of special fonts, which Unicode lists as symbols or as letters of other scripts, and digits
 * that are used as letters.
 */
const styledLetters: Record<string, string> = {
  ...smallCapitals,
  ...Object.fromEntries(
    [
      ['@4ᗩⱥᶏλʌⲁɐɒ∀д', 'a'],
      ['ᵬ', 'b'],
      ['©ᑕƈɕⲥςɔↄͻͼꞔ', 'c'],
      ['€3ꞓᗴɛᶒξⲉəәǝɘɜэ∃', 'e'],
      ['ᘜ', 'g'],
      ['ɧɦⱨⲏɥђћ', 'h'],
      ['ꝁⱪ', 'k'],
      ['1i|', 'l'],
      ['мʍ', 'm'],
      ['ɲᵰ', 'n'],
      ['0⭕○◯●〇', 'o'],
      ['ᵽ', 'p'],
      ['®ᖇ', 'r'],
      ['$5ᔕȿ§ƨʃꞩ', 's'],
      ['7ɬⱦʈⲧʇ', 't'],
      ['ʉᵾ', 'u'],
      ['ɀ', 'z'],
    ].flatMap(([from, to]) => Array.from(from!, (letter) => [letter, to!])),
  ),
};

/** Letters that look like an e, and are read as an a too. */
const schwas = /[əәǝƏƎӘ]/g;

/** Blocks of 26 letters, A first: negative circled, negative squared, and the letters of flags. */
const symbolBlocks = [0x1f150, 0x1f170, 0x1f1e6];

function toLetter(symbol: string): string {
  const code = symbol.codePointAt(0)!;
  const block = symbolBlocks.find((first) => code >= first && code < first + 26);
  return block ? String.fromCharCode(0x61 + code - block) : symbol;
}

/** A name's skeleton, letters and digits only: names with the same skeleton look alike. */
function toSkeleton(name: string): string {
  const bare = name
    .replaceAll(invisible, '')
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '');
  const latin = Array.from(bare, toLetter).join('');
  const alike = toHomoglyphs(latin).normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return Array.from(alike, (letter) => styledLetters[letter] ?? letter)
    .join('')
    .replaceAll('rn', 'm');
}

/** Letters of Devanagari that are interchangeable in foreign names. The first letter represents its row. */
const soundRows = 'कख गघ चछ जझ टठतथ डढदध पफ बभ नणङञंँ सशष लळ अआ इईिी उऊुू एऐऍऎेैॅॆ ओऔऑऒोौॉॊ'.split(' ');
const sounds: Readonly<Record<string, string>> = Object.fromEntries(
  soundRows.flatMap((row) => Array.from(row, (letter) => [letter, row[0]!])),
);

/** The scripts of India from Bengali to Malayalam are arranged like Devanagari, in blocks of 128. */
function toDevanagari(letter: string): string {
  const code = letter.codePointAt(0)!;
  return code >= 0x0980 && code < 0x0d80 ? String.fromCodePoint(0x0900 + (code & 0x7f)) : letter;
}

/** A name as it sounds, in letters of Devanagari: without its long A, nuktas and viramas. */
function toSounds(name: string): string {
  const plain = Array.from(name.replaceAll(invisible, '').normalize('NFKC'), toDevanagari);
  const folded = plain.map((letter) => sounds[letter] ?? letter).join('');
  return folded.replaceAll(/\p{M}/gu, '');
}

const toLetters = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '');
const toWords = (text: string) => text.split(/\s+/).map(toLetters).filter(Boolean);

/** Shorter words and sounds are part of too many other words, such as UPI of "occupied". */
const lettersInWordMin = 5;
const consonantsInWordMin = 3;
const countConsonants = (heard: string) => heard.replaceAll(/[अइउएओ]/g, '').length;

/**
 * The brand that `name` resembles, within a word or across several. Brands in Devanagari are compared by
 * sound with names in any script of India; a short brand is compared only with whole words.
 */
export const findBrand = (name: string): string | undefined => findAlike(name, brands);

function findAlike(name: string, known: readonly string[]): string | undefined {
  const looks = [name, name.replaceAll(schwas, 'a')].map((read) => toWords(toSkeleton(read)));
  const heard = [toWords(toSounds(name))];
  return known.find((each) => {
    const isHeard = /\p{Script=Devanagari}/u.test(each);
    const sought = toLetters(isHeard ? toSounds(each) : toSkeleton(each));
    if (sought === '') return false;
    const isSoughtInWords = isHeard
      ? countConsonants(sought) >= consonantsInWordMin
      : sought.length >= lettersInWordMin;
    return (isHeard ? heard : looks).some((words) =>
      words.some(
        (word, first) =>
          (isSoughtInWords && word.includes(sought)) || isWrittenAcross(words, first, sought),
      ),
    );
  });
}

/** Whether `words` from the `first` on, written together, are `sought`: "S a c h e t", "Chat GPT". */
function isWrittenAcross(words: readonly string[], first: number, sought: string): boolean {
  let together = '';
  for (let i = first; i < words.length && together.length < sought.length; i++) {
    together += words[i];
  }
  return together === sought;
}

const nameMaxCharacters = 80;

/**
 * A name that is safe to quote in a mail or on a screen: one line, no direction marks, nothing that a mail
 * program turns into a link, at most 80 characters. Null for a name that resembles a brand, speaks of money or
 * has a phone number.
 */
export function toQuotableName(name: string): string | null {
  if (findAlike(name, [...brands, ...moneyWords]) || phoneNumberIn(name)) return null;
  let line = name
    .normalize('NFC')
    .replaceAll(needlesslyInvisible, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_C}]+/gu, ' ');
  // Existing names may contain links, which are split until none is left.
  if (linkIn(line)) line = line.replaceAll(/[:/\\@]+/g, ' ').replaceAll(/[.．｡。․]+(?=\S)/gu, '. ');
  line = line
    .replaceAll(/["“”„«»]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim();
  return Array.from(line).slice(0, nameMaxCharacters).join('');
}
