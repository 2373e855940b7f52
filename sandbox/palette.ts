/** The colours of a picture: from the colour words of its prompt, else by chance. */
import type { Random } from './random.ts';

export type Palette = {
  /** Top, middle and horizon of the sky. */
  sky: [string, string, string];
  /** Sun, moon, lamps, and letters on dark ground. */
  light: string;
  /** Distant shapes, washed out by air. */
  far: string;
  /** The darkest tone. */
  near: string;
  accent: string;
  accent2: string;
  ground: string;
};

/** In the order of `Palette`. */
const palettes = {
  sunset: '#2f2c63 #c9577c #ffb877 #fff0c4 #8d5a8c #211a3d #ff7a45 #ffd166 #5d3560',
  dawn: '#7fb0d8 #f4cfc4 #ffe9c9 #fff6dc #9dabcb #2f4560 #ef7d57 #ffd58a #6c8a72',
  day: '#3f8fd2 #8cc7ee #e9f5f4 #fffbe8 #8fb3c9 #173f63 #f2603f #ffc93c #6aa35b',
  sea: '#12668c #4db3be #dff2df #fff6d5 #62a5b3 #0a3347 #ff8460 #ffe08a #4f9a86',
  forest: '#8fbf9f #cfe5b6 #f8f4d2 #fffbd8 #86b492 #12352a #df7440 #f4c95d #48743f',
  night: '#070b24 #1d2760 #56509a #fff1c9 #333e80 #0a0d28 #ffb347 #7fd8ff #1f2a5e',
  spice: '#7d2a3c #de6a3e #ffd592 #fff0c9 #b3584a #4a1526 #f5a623 #2f9c8f #8b3a30',
  monsoon: '#3f5868 #7d9ba6 #d4e0db #f6fbef #7f99a1 #1a2d33 #e2683c #f1c65b #4c6f61',
  neon: '#0b0221 #33105f #93249a #f8efff #43208a #12031f #ff2e88 #19e3ff #2b0f5c',
  pastel: '#c6ddf5 #f3d8ea #fff1de #fffdf2 #c6c1e6 #5d5990 #f394aa #9fd8c2 #b9d8b4',
};
type PaletteName = keyof typeof palettes;

const byWord: [RegExp, PaletteName][] = [
  [/\bneon|cyber|synthwave|vaporwave/i, 'neon'],
  [/\bpastel|dreamy|baby\b|soft colou?r/i, 'pastel'],
  [/\bnight|midnight|moon|star(s|ry)\b|space\b|raat|diwali|रात|दिवाली|दीवाली|चाँद/i, 'night'],
  [/\bsun ?set|dusk|golden hour|evening|shaam|शाम/i, 'sunset'],
  [/\bsun ?rise|dawn|morning|subah|snow|सुबह|बर्फ/i, 'dawn'],
  [/\brain|monsoon|cloudy|storm|mist|fog|ba+rish|बारिश|बरसात/i, 'monsoon'],
  [/\bsea\b|ocean|beach|turquoise|aqua|\bblue\b|समुद्र/i, 'sea'],
  [/\bforest|jungle|green|garden|tea estate|leaf|जंगल/i, 'forest'],
  [/\bspice|masala|marigold|saffron|warm|desert|orange|\bred\b|haldi|मसाला/i, 'spice'],
];
const usual: PaletteName[] = ['day', 'dawn', 'sunset', 'sea', 'forest', 'spice', 'pastel'];

export function choosePalette(prompt: string, random: Random): Palette {
  // Picked even when a word decides, so that the word changes the colours and not the composition.
  const picked = random.pick(usual);
  const name = byWord.find(([words]) => words.test(prompt))?.[1] ?? picked;
  const [top, middle, low, light, far, near, accent, accent2, ground] = palettes[name].split(
    ' ',
  ) as [string, string, string, string, string, string, string, string, string];
  return { sky: [top, middle, low], light, far, near, accent, accent2, ground };
}

const toChannels = (hex: string) =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number];

/** From a (share 0) to b (share 1). */
export function mix(a: string, b: string, share: number): string {
  const to = toChannels(b);
  const mixed = toChannels(a).map((from, index) => Math.round(from + (to[index]! - from) * share));
  return `rgb(${mixed.join(',')})`;
}

export function isDark(hex: string): boolean {
  const [red, green, blue] = toChannels(hex);
  return red * 0.3 + green * 0.59 + blue * 0.11 < 158;
}
