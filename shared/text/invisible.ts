/**
 * Matches characters that have no width or look like a space: Hangul fillers, tags, soft hyphens, a blank
 * Braille pattern.
 */
export const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Matches the invisible characters that no script and no emoji needs: all but joiners and style selectors. */
export const needlesslyInvisible =
  /(?!\p{Join_Control}|\u{fe0e}|\u{fe0f})[\p{Default_Ignorable_Code_Point}\u2800]/gu;
