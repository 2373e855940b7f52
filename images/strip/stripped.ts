/** Types and limits that the three formats share. */

/** A file without what decoding does not need, and what was found in it. */
export interface Stripped {
  readonly bytes: Buffer;
  /** Pixels as stored: before the rotation. */
  readonly width: number;
  readonly height: number;
  /** Empty where the file has none, or more than `xmpBytesMax` of it. */
  readonly xmp: string;
}

/** The file does not keep to its format, or has more parts than any camera or editor writes. */
export class CorruptImage extends Error {}

/** Room for every camera's profile and every printer's. */
export const iccBytesMax = 4 * 1024 * 1024;

export const xmpBytesMax = 64 * 1024;
