/** The colours of a picture: from the colour words of its prompt, else by chance. */
import type { Random } from './random.ts';

export type Palette = {
  /** Top, middle, horizon. */
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

function palette(colours: string): Palette {
  const [
    a = '',
    b = '',
    c = '',
    light = '',
    far = '',
    near = '',
    accent = '',
    accent2 = '',
    ground = '',
  ] = colours.split(' ');
  return { sky: [a, b, c], light, far, near, accent, accent2, ground };
}

const palettes = {
  sunset: palette('#2f2c63 #c9577c #ffb877 #fff0c4 #8d5a8c #211a3d #ff7a45 #ffd166 #5d3560'),
  dawn: palette('#7fb0d8 #f4cfc4 #ffe9c9 #fff6dc #9dabcb #2f4560 #ef7d57 #ffd58a #6c8a72'),
  day: palette('#3f8fd2 #8cc7ee #e9f5f4 #fffbe8 #8fb3c9 #173f63 #f2603f #ffc93c #6aa35b'),
  sea: palette('#12668c #4db3be #dff2df #fff6d5 #62a5b3 #0a3347 #ff8460 #ffe08a #4f9a86'),
  forest: palette('#8fbf9f #cfe5b6 #f8f4d2 #fffbd8 #86b492 #12352a #df7440 #f4c95d #48743f'),
  night: palette('#070b24 #1d2760 #56509a #fff1c9 #333e80 #0a0d28 #ffb347 #7fd8ff #1f2a5e'),
  spice: palette('#7d2a3c #de6a3e #ffd592 #fff0c9 #b3584a #4a1526 #f5a623 #2f9c8f #8b3a30'),
  monsoon: palette('#3f5868 #7d9ba6 #d4e0db #f6fbef #7f99a1 #1a2d33 #e2683c #f1c65b #4c6f61'),
  neon: palette('#0b0221 #33105f #93249a #f8efff #43208a #12031f #ff2e88 #19e3ff #2b0f5c'),
  pastel: palette('#c6ddf5 #f3d8ea #fff1de #fffdf2 #c6c1e6 #5d5990 #f394aa #9fd8c2 #b9d8b4'),
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
  // Drawn before it is needed, so that a colour word changes the colours and not the composition.
  const chosen = random.pick(usual);
  return palettes[byWord.find(([words]) => words.test(prompt))?.[1] ?? chosen];
}

/** What the colour words of a prompt do to the finished picture. */
export type Grade = { saturation: number; brightness: number; grayscale: boolean };

export function chooseGrade(prompt: string): Grade {
  const muted = /\bmuted|subdued|earthy/i.test(prompt);
  return {
    grayscale: /black[ -]and[ -]white|monochrome|grayscale|b&w|noir/i.test(prompt),
    saturation: /vibrant|vivid|colou?rful/i.test(prompt) ? 1.35 : muted ? 0.5 : 1,
    brightness: muted ? 0.97 : 1,
  };
}
