/**
 * "sachet · preview" in rows across an image. The letters are drawn as our own strokes, because a machine
 * without fonts would draw no text.
 */
import { renderGrey } from './engine.ts';

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

/** The start of the words differs between pictures by up to this many pixels. */
const shiftMax = 64;
const angle = -28;
/** So wide that the picture can be judged between the rows, and so narrow that each part of it is marked. */
const rowHeight = 96;

/** White words on black: the strength of the mark at each pixel. `stroke` is its width. */
export function watermarkSvg(width: number, height: number, stroke: number): string {
  // The size of the words is relative to the image, so that a small preview is as marked as a large one.
  const scale = (Math.max(width, height) / 256) * 0.56;
  const reach = Math.hypot(width, height) / scale;
  const rows = Math.ceil(reach / rowHeight / 2);
  const columns = Math.ceil(reach / phrase.width / 2) + 1;
  let phrases = '';
  for (let row = -rows; row <= rows; row++) {
    // Each row is shifted by another part of a phrase, so that the words form no columns.
    const shift = ((row * 0.382) % 1) * phrase.width;
    for (let column = -columns; column <= columns; column++) {
      const x = (column * phrase.width + shift).toFixed(1);
      // Neighbouring words differ in strength, so that the strength of one word cannot be used to remove the
      // next.
      const opacity = (0.62 + 0.38 * Math.abs(Math.sin(row * 12.9898 + column * 78.233))).toFixed(
        2,
      );
      phrases += `<use href="#phrase" x="${x}" y="${row * rowHeight}" opacity="${opacity}"/>`;
    }
  }
  const place = `translate(${width / 2} ${height / 2}) rotate(${angle}) scale(${scale.toFixed(4)})`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs><g id="phrase">${phrase.strokes}</g></defs><rect width="100%" height="100%"/>
<g transform="${place}" fill="none" stroke="#fff" stroke-width="${stroke}" stroke-linecap="round" stroke-linejoin="round">${phrases}</g></svg>`;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The words in two stroke widths, larger than the image by the possible shift. One byte per pixel. */
interface Stencils extends Size {
  readonly line: Uint8Array;
  readonly edge: Uint8Array;
}

/** Stencils by size of the image: drawing them takes longer than all other steps of a preview. */
const stencils = new Map<string, Promise<Stencils>>();
const stencilsMax = 16;

function getStencils({ width, height }: Size): Promise<Stencils> {
  const name = `${width}x${height}`;
  const known = stencils.get(name);
  if (known) return known;
  if (stencils.size >= stencilsMax) stencils.clear();
  const drawn = drawStencils(width + shiftMax, height + shiftMax);
  stencils.set(name, drawn);
  return drawn;
}

async function drawStencils(width: number, height: number): Promise<Stencils> {
  const [line, edge] = await Promise.all([
    renderGrey(watermarkSvg(width, height, 1.8)),
    renderGrey(watermarkSvg(width, height, 3.8)),
  ]);
  return { width, height, line, edge };
}

const ink = [24, 16, 8];
const blockPixels = 8;

/**
 * Draws the words into the pixels of a preview: fine white lines with a dark edge. The white is stronger on
 * dark areas and the edge on light ones, so that neither has to be strong everywhere. Place and strength
 * differ in each picture, and the strength also in each pixel: a pattern learnt from many pictures cannot
 * remove the mark.
 */
export async function drawWatermark(
  pixels: Uint8Array,
  { width, height, channels }: Size & { channels: number },
): Promise<void> {
  const words = await getStencils({ width, height });
  const left = Math.floor(Math.random() * shiftMax);
  const top = Math.floor(Math.random() * shiftMax);
  const strength = 0.9 + 0.2 * Math.random();
  const light = measureLight(pixels, { width, height, channels });
  const blocksAcross = Math.ceil(width / blockPixels);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y + top) * words.width + x + left;
      const edge = words.edge[at]! / 255;
      if (edge === 0) continue;
      const line = words.line[at]! / 255;
      const lightness =
        light[Math.floor(y / blockPixels) * blocksAcross + Math.floor(x / blockPixels)]!;
      const uneven = strength * (0.88 + 0.24 * Math.random());
      // White shows little on light areas and the edge little on dark ones; both show least in between.
      const between = 1 - Math.abs(2 * lightness - 1);
      const white = line * (0.48 + 0.14 * between) * uneven;
      const dark = edge * (0.24 + 0.16 * between) * uneven;
      const pixel = (y * width + x) * channels;
      for (let channel = 0; channel < channels; channel++) {
        const darkened = pixels[pixel + channel]! * (1 - dark) + ink[channel % ink.length]! * dark;
        pixels[pixel + channel] = Math.round(darkened * (1 - white) + 255 * white);
      }
    }
  }
}

/** The lightness of each block of the picture, from 0 to 1. */
function measureLight(
  pixels: Uint8Array,
  { width, height, channels }: Size & { channels: number },
): Float32Array {
  const across = Math.ceil(width / blockPixels);
  const sums = new Float32Array(across * Math.ceil(height / blockPixels));
  const counts = new Uint16Array(sums.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const block = Math.floor(y / blockPixels) * across + Math.floor(x / blockPixels);
      const pixel = (y * width + x) * channels;
      // A grey picture has one channel for all colors.
      const green = pixels[pixel + (channels > 1 ? 1 : 0)]!;
      const blue = pixels[pixel + (channels > 2 ? 2 : 0)]!;
      sums[block]! += 0.3 * pixels[pixel]! + 0.59 * green + 0.11 * blue;
      counts[block]! += 1;
    }
  }
  return sums.map((sum, block) => sum / counts[block]! / 255);
}
