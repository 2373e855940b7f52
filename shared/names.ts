/**
 * Names that people choose and others read in mails from us: they must carry no link and must not
 * pass for somebody we are or work with.
 */
import toHomoglyphs from 'unhomoglyph';
import { linkIn } from './links.ts';

/** Small capitals and their like, which Unicode's list of confusables keeps apart from the letters. */
const smallCapitals: Record<string, string> = Object.fromEntries(
  Array.from('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', (letter, i) => [letter, 'abcdefghijklmnoprstuvwyz'[i]!]),
);

/** What a name looks like, letters and digits only: two names of one skeleton are taken for each other. */
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

/** The one of `brands` that `name` could be taken for: within a word, or over several. */
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

const mostCharacters = 80;

/**
 * As a mail or a screen may quote it: one line, no writing turned round, nothing that a mail program
 * makes a link of, 80 characters at most. Null for a name that could be taken for one of `brands`.
 */
export function toQuotableName(name: string, brands: readonly string[]): string | null {
  if (findBrand(name, brands)) return null;
  let line = name.normalize('NFC').replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_C}]+/gu, ' ');
  // Existing names may hold one: taken apart until there is none left to click.
  if (linkIn(line)) line = line.replaceAll(/[:/\\@]+/g, ' ').replaceAll(/[.．｡。․]+(?=\S)/gu, '. ');
  line = line
    .replaceAll(/["“”„«»]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim();
  return Array.from(line).slice(0, mostCharacters).join('');
}
