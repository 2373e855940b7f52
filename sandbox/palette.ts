/** The colours of a picture: from the colour words of its prompt, else from its subject and hash. */
import type { Random } from './random.ts';

export type Palette = {
  /** Top, middle, horizon. */
  sky: [string, string, string];
  /** Sun, moon, lamps. */
  light: string;
  /** Distant shapes, washed out by air. */
  far: string;
  /** The darkest tone, for what stands closest. */
  near: string;
  accent: string;
  accent2: string;
  ground: string;
};

function palette(sky: Palette['sky'], rest: string): Palette {
  const [light, far, near, accent, accent2, ground] = rest.split(' ') as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  return { sky, light, far, near, accent, accent2, ground };
}

const palettes = {
  sunset: palette(
    ['#2f2c63', '#c9577c', '#ffb877'],
    '#fff0c4 #8d5a8c #211a3d #ff7a45 #ffd166 #4a2c58',
  ),
  dawn: palette(
    ['#7fb0d8', '#f4cfc4', '#ffe9c9'],
    '#fff6dc #9dabcb #2f4560 #ef7d57 #ffd58a #6c8a92',
  ),
  day: palette(
    ['#3f8fd2', '#8cc7ee', '#e9f5f4'],
    '#fffbe8 #8fb3c9 #23503f #f2603f #ffc93c #6aa35b',
  ),
  sea: palette(
    ['#12668c', '#4db3be', '#dff2df'],
    '#fff6d5 #62a5b3 #0a3347 #ff8460 #ffe08a #e4cda0',
  ),
  forest: palette(
    ['#8fbf9f', '#cfe5b6', '#f8f4d2'],
    '#fffbd8 #86b492 #12352a #df7440 #f4c95d #48743f',
  ),
  night: palette(
    ['#070b24', '#1d2760', '#56509a'],
    '#fff1c9 #333e80 #070a1c #ffb347 #7fd8ff #141b45',
  ),
  spice: palette(
    ['#7d2a3c', '#de6a3e', '#ffd592'],
    '#fff0c9 #b3584a #361320 #f5a623 #2f9c8f #6b2b2b',
  ),
  monsoon: palette(
    ['#3f5868', '#7d9ba6', '#d4e0db'],
    '#f6fbef #7f99a1 #1a2d33 #e2683c #f1c65b #4c6f61',
  ),
  neon: palette(
    ['#0b0221', '#33105f', '#93249a'],
    '#f8efff #43208a #08010f #ff2e88 #19e3ff #190840',
  ),
  pastel: palette(
    ['#c6ddf5', '#f3d8ea', '#fff1de'],
    '#fffdf2 #c6c1e6 #6b6797 #f394aa #9fd8c2 #e6c9d7',
  ),
} satisfies Record<string, Palette>;

export type PaletteName = keyof typeof palettes;

const wordsOfPalettes: [RegExp, PaletteName][] = [
  [/\bneon|cyber|synthwave|vaporwave/i, 'neon'],
  [/\bpastel|dreamy|baby\b|soft colou?r/i, 'pastel'],
  [/\bsun ?set|dusk|golden hour|evening|शाम/i, 'sunset'],
  [/\bsun ?rise|dawn|morning|subah|सुबह/i, 'dawn'],
  [/\bnight|midnight|moon|star(s|ry)\b|raat|रात/i, 'night'],
  [/\brain|monsoon|cloudy|storm|mist|fog|baarish|बारिश/i, 'monsoon'],
  [/\bsea\b|ocean|beach|turquoise|aqua|\bblue\b|समुद्र/i, 'sea'],
  [/\bforest|jungle|green|garden|tea estate|leaf|जंगल/i, 'forest'],
  [/\bspice|masala|marigold|saffron|warm|desert|orange|\bred\b|haldi|मसाला/i, 'spice'],
];

/** What the colour words of a prompt do to the finished picture. */
export type Grade = { saturation: number; brightness: number; grayscale: boolean };

export function gradeOf(prompt: string): Grade {
  return {
    grayscale: /black[ -]and[ -]white|monochrome|grayscale|b&w|noir/i.test(prompt),
    saturation: /vibrant|vivid|colou?rful/i.test(prompt)
      ? 1.35
      : /\bmuted|subdued|earthy/i.test(prompt)
        ? 0.5
        : 1,
    brightness: /\bmuted/i.test(prompt) ? 0.97 : 1,
  };
}

export function paletteOf(
  prompt: string,
  scenePalettes: readonly PaletteName[],
  random: Random,
): Palette {
  // Drawn before it is needed, so that a colour word changes the colours and not the composition.
  const usual = random.pick(scenePalettes);
  const said = wordsOfPalettes.find(([words]) => words.test(prompt))?.[1];
  return palettes[said ?? usual];
}
