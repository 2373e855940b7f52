/** Words as vector shapes: any machine draws the same letters, whatever fonts it has. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Blob, Buffer as TextBuffer, Face, Font, shape } from 'harfbuzzjs';

/** Both know Latin and Devanagari. */
const files = {
  round: import.meta.resolve('@expo-google-fonts/baloo-2/800ExtraBold/Baloo2_800ExtraBold.ttf'),
  condensed: import.meta.resolve('@expo-google-fonts/teko/700Bold/Teko_700Bold.ttf'),
};
export type Typeface = keyof typeof files;

const fonts = new Map<Typeface, { font: Font; unitsPerEm: number }>();

function openFont(typeface: Typeface) {
  const open = fonts.get(typeface);
  if (open) return open;
  const bytes = readFileSync(fileURLToPath(files[typeface]));
  const face = new Face(new Blob(new Uint8Array(bytes).buffer));
  const opened = { font: new Font(face), unitsPerEm: face.upem };
  fonts.set(typeface, opened);
  return opened;
}

type Shaped = { paths: string; width: number };

/** At a size of 1; null where the typeface lacks a letter. */
function shapeWord(word: string, typeface: Typeface): Shaped | null {
  const { font, unitsPerEm } = openFont(typeface);
  const buffer = new TextBuffer();
  buffer.addText(word);
  buffer.guessSegmentProperties();
  shape(font, buffer);
  let [paths, x] = ['', 0];
  for (const glyph of buffer.getGlyphInfosAndPositions()) {
    if (glyph.codepoint === 0) return null;
    const at = `translate(${x + (glyph.xOffset ?? 0)} ${glyph.yOffset ?? 0})`;
    paths += `<path d="${font.glyphToPath(glyph.codepoint)}" transform="${at}"/>`;
    x += glyph.xAdvance ?? 0;
  }
  const scale = 1 / unitsPerEm;
  return { paths: `<g transform="scale(${scale} ${-scale})">${paths}</g>`, width: x * scale };
}

const spaceWidth = 0.24;
/** Devanagari has signs above its letters' headline. */
const heights = {
  round: { line: 1.02, ascent: 0.72, devanagari: 0.12 },
  condensed: { line: 0.86, ascent: 0.64, devanagari: 0.12 },
};

const getWidth = (line: Shaped[]) =>
  line.reduce((sum, { width }) => sum + width, spaceWidth * (line.length - 1));

/** Fills lines up to the least width that needs no more than `count` of them. */
function breakLines(words: Shaped[], count: number): Shaped[][] {
  for (let most = getWidth(words) / count; ; most *= 1.04) {
    const lines: Shaped[][] = [];
    for (const word of words) {
      const last = lines.at(-1);
      if (last && getWidth([...last, word]) <= most) last.push(word);
      else lines.push([word]);
    }
    if (lines.length <= count) return lines;
  }
}

/**
 * The text as large as the box allows, broken into lines, centred around x = 0 and from y = 0 down.
 * Words with letters that the typeface lacks are left out.
 */
export function letter(
  text: string,
  typeface: Typeface,
  box: { width: number; height: number; size: number; lines: number },
): { paths: string; height: number } {
  const words = text.split(' ').flatMap((word) => shapeWord(word, typeface) ?? []);
  const { line, ascent, devanagari } = heights[typeface];
  const above = /\p{Script=Devanagari}/u.test(text) ? devanagari : 0;
  const [best] = Array.from({ length: Math.min(box.lines, words.length) }, (_, index) => {
    const lines = breakLines(words, index + 1);
    const tall = (line + above) * lines.length;
    const wide = Math.max(...lines.map(getWidth));
    return { lines, tall, size: Math.min(box.width / wide, box.height / tall, box.size) };
  }).toSorted((a, b) => b.size - a.size);
  if (!best) return { paths: '', height: 0 };
  const paths = best.lines.flatMap((shaped, row) => {
    let x = -getWidth(shaped) / 2;
    const y = ascent + above + row * (line + above);
    return shaped.map((word) => {
      const placed = `<g transform="translate(${x} ${y})">${word.paths}</g>`;
      x += word.width + spaceWidth;
      return placed;
    });
  });
  return {
    paths: `<g transform="scale(${best.size})">${paths.join('')}</g>`,
    height: best.tall * best.size,
  };
}
