/** The limits of a brand kit, and its words in the prompts of the tools. Pure. */
import type { BrandKit } from './contracts/brand.ts';

/** The most characters of each line. */
export const brandLimits = { name: 40, phone: 40, address: 90 } as const;

const opening = 'Brand: ';

/**
 * The sentence that ends the prompt of a picture. We compose logo and contact onto the bought picture
 * ourselves: models misspell them.
 */
export function toPictureWords({ mainColor, secondColor, tone }: BrandKit): string {
  const mood = tone ? `, ${tone.toLowerCase()} mood` : '';
  return `${opening}palette of ${mainColor} and ${secondColor}${mood}; no logo, no phone number, no address.`;
}

/** The sentence that ends the prompt of an edit. The product keeps its own colors. */
export const toEditWords = ({ mainColor, secondColor }: BrandKit): string =>
  `${opening}palette of ${mainColor} and ${secondColor} for what you add, never for the product; no logo, no phone number, no address.`;

/** The characters that a picture's prompt leaves free for those sentences. */
export const pictureWordsMax = 200;

const pictureWords = / ?Brand: palette of #[0-9a-f]{6} and #[0-9a-f]{6}[^.]{0,150}\./;
/** The same for Postgres. */
export const pictureWordsPattern = pictureWords.source;

/** The prompt without the sentence of `toPictureWords` or `toEditWords`. */
export const withoutPictureWords = (prompt: string): string => prompt.replace(pictureWords, '');

/** The lines that end the prompt for ideas. */
export const toIdeaLines = ({ name, tone }: BrandKit): string[] => [
  `${opening}${name}`,
  ...(tone ? [`Voice of the brand: ${tone}`] : []),
];

/** The lines that end the prompt for captions. */
export function toCaptionLines(kit: BrandKit): string[] {
  const contact = [kit.phone, kit.address].filter(Boolean).join(', ');
  const lines = toIdeaLines(kit);
  return contact ? [...lines, `End each caption with this contact, unchanged: ${contact}`] : lines;
}
