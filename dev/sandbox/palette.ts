/** The colours of a picture: chosen by the colour words of its prompt, or else at random. */
import type { Random } from './random.ts';

/** `dark` is the background of letters in `light`. */
export type Palette = Record<'top' | 'low' | 'light' | 'dark' | 'accent' | 'ground', string>;

const palettes = {
  sunset: '#b24d7a #ffb877 #fff0c4 #211a3d #ff7a45 #5d3560',
  dawn: '#7fb0d8 #ffe9c9 #fff6dc #2f4560 #ef7d57 #6c8a72',
  day: '#3f8fd2 #e9f5f4 #fffbe8 #173f63 #f2603f #6aa35b',
  sea: '#12668c #dff2df #fff6d5 #0a3347 #ff8460 #4f9a86',
  forest: '#8fbf9f #f8f4d2 #fffbd8 #12352a #df7440 #48743f',
  night: '#070b24 #56509a #fff1c9 #0a0d28 #ffb347 #1f2a5e',
  spice: '#9d3a3c #ffd592 #fff0c9 #4a1526 #f5a623 #8b3a30',
  monsoon: '#3f5868 #d4e0db #f6fbef #1a2d33 #e2683c #4c6f61',
  neon: '#0b0221 #93249a #f8efff #12031f #ff2e88 #2b0f5c',
  pastel: '#c6ddf5 #fff1de #fffdf2 #5d5990 #f394aa #b9d8b4',
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
  // Picked even if a word decides, so that the word changes the colours and not the composition.
  const picked = random.pick(usual);
  const name = byWord.find(([words]) => words.test(prompt))?.[1] ?? picked;
  const [top, low, light, dark, accent, ground] = palettes[name].split(' ');
  return { top, low, light, dark, accent, ground } as Palette;
}
