/**
 * "sachet · preview" in rows across an image. The letters are our own strokes: a machine
 * without fonts would draw no text.
 */

/** A letter: its strokes (x-height 10, baseline at 10, y grows downward) and its width. */
const letters: Record<string, [strokes: string, width: number]> = {
  s: ['M7 2.2C6-.4 1-.4 1 2.7 1 5.8 7.2 4.4 7.2 7.4 7.2 10.6 1.4 10.6.5 7.9', 7.4],
  a: ['M7.6 5A3.7 5 0 1 0 .2 5 3.7 5 0 1 0 7.6 5M7.6.2V10', 7.8],
  c: ['M7.2 2.2C5.6-.9.2-.9.2 5S5.6 10.9 7.2 7.8', 7.2],
  h: ['M.4-5V10M.4 4C.4-1.2 7.2-1.6 7.2 3.6V10', 7.6],
  e: ['M.2 5H7.5C7.5-1.7.2-1.7.2 5S5.6 10.9 7.2 8', 7.6],
  t: ['M2.6-3.6V7.4C2.6 9.8 4 10.4 5.6 9.7M0 .3H5.4', 5.6],
  p: ['M.4.2V14.6M.4 5A3.7 5 0 1 1 7.8 5 3.7 5 0 1 1 .4 5', 7.8],
  r: ['M.4.2V10M.4 4.2C.8 1 2.6-.1 4.8.4', 4.8],
  v: ['M0 .2 3.6 10 7.2.2', 7.2],
  i: ['M.4.2V10M.4-3.7v.01', 0.8],
  w: ['M0 .2 2.8 10 5.4 1.4 8 10 10.8.2', 10.8],
  '·': ['M.8 5v.01', 1.6],
  ' ': ['', 2.6],
};

const letterGap = 3.1;

function toStrokes(text: string): { strokes: string; width: number } {
  let width = 0;
  let strokes = '';
  for (const character of text) {
    const [path, advance] = letters[character]!;
    if (path) strokes += `<path d="${path}" transform="translate(${width.toFixed(1)})"/>`;
    width += advance + letterGap;
  }
  return { strokes, width };
}

const phrase = toStrokes('sachet · preview  ·  ');

/** An SVG of the given size in pixels, transparent but for the words. */
export function watermarkSvg(width: number, height: number): string {
  // Words of one size relative to the image, so that a small preview is as marked as a large one.
  const scale = (Math.max(width, height) / 256) * 0.72;
  const rowHeight = 66;
  const across = phrase.width;
  const reach = Math.hypot(width, height) / scale;
  const rows = Math.ceil(reach / rowHeight / 2);
  const columns = Math.ceil(reach / across / 2) + 1;
  let phrases = '';
  for (let row = -rows; row <= rows; row++) {
    // Every other row is shifted by half a phrase, so the words make no columns.
    const shift = row % 2 ? across / 2 : 0;
    for (let column = -columns; column <= columns; column++) {
      const x = (column * across + shift).toFixed(1);
      phrases += `<use href="#phrase" x="${x}" y="${row * rowHeight}"/>`;
    }
  }
  const place = `translate(${width / 2} ${height / 2}) rotate(-28) scale(${scale.toFixed(4)})`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs><g id="phrase">${phrase.strokes}</g><g id="words">${phrases}</g></defs>
<g transform="${place}" fill="none" stroke-linecap="round" stroke-linejoin="round">
<use href="#words" stroke="#1c1209" stroke-opacity=".3" stroke-width="3.9"/>
<use href="#words" stroke="#fff" stroke-opacity=".78" stroke-width="1.9"/>
</g></svg>`;
}
