/** The tones, in the words of the prompt (docs/product.md, Numbers). */
export const tones = ['Professional', 'Casual', 'Funny', 'Inspirational', 'Excited'] as const;
export type Tone = (typeof tones)[number];
