/** Lists and limits of the contracts, without zod, so that the client's forms load without it. */
export const qualities = ['quality', 'speed'] as const;

export const promptMaxCharacters = 4000;
export const chatPromptMaxCharacters = 8000;
/** A longer prompt is detailed enough. */
export const improvablePromptMax = 1_000;

/** Pictures that one press can buy. */
export const unlockImagesMax = 10;
