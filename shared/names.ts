/**
 * Names that people choose and others read in our mails: they must contain no link and must not
 * imitate us or a partner.
 */
import toHomoglyphs from 'unhomoglyph';
import { linkIn } from './links.ts';

/** Small capitals and similar letters, which Unicode's list of confusables does not map to letters. */
const smallCapitals: Record<string, string> = Object.fromEntries(
  Array.from('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', (letter, i) => [letter, 'abcdefghijklmnoprstuvwyz'[i]!]),
);

/** A name's skeleton, letters and digits only: names with the same skeleton look alike. */
function toSkeleton(name: string): string {
  const bare = name.normalize('NFKD').replace(/[\p{M}\p{Cf}]/gu, '');
  const alike = toHomoglyphs(bare).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return Array.from(alike, (letter) => smallCapitals[letter] ?? letter)
    .join('')
    .replaceAll('0', 'o')
    .replaceAll(/[1i|]/g, 'l')
    .replaceAll('rn', 'm');
}

const toLetters = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The brand that `name` resembles, within a word or across several. */
export function findBrand(name: string, brands: readonly string[]): string | undefined {
  const words = toSkeleton(name).split(/\s+/).map(toLetters).filter(Boolean);
  return brands.find((brand) => {
    const sought = toLetters(toSkeleton(brand));
    if (sought === '') return false;
    return words.some(
      (word, first) => word.includes(sought) || startsWithWord(words.slice(first), sought),
    );
  });
}

/** Whether the first of `words`, written together, are `sought`: "S a c h e t", "Chat GPT". */
function startsWithWord(words: readonly string[], sought: string): boolean {
  let together = '';
  for (const word of words) {
    together += word;
    if (together.length >= sought.length) return together === sought;
  }
  return false;
}

const nameMaxCharacters = 80;

/**
 * A name that is safe to quote in a mail or on a screen: one line, no direction marks, nothing that a
 * mail program turns into a link, at most 80 characters. Null for one that resembles one of `brands`.
 */
export function toQuotableName(name: string, brands: readonly string[]): string | null {
  if (findBrand(name, brands)) return null;
  let line = name.normalize('NFC').replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_C}]+/gu, ' ');
  // Existing names may contain links: split until none is left.
  if (linkIn(line)) line = line.replaceAll(/[:/\\@]+/g, ' ').replaceAll(/[.．｡。․]+(?=\S)/gu, '. ');
  line = line
    .replaceAll(/["“”„«»]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim();
  return Array.from(line).slice(0, nameMaxCharacters).join('');
}
