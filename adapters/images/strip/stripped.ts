/** Types and limits that the three formats share. */

/** A file reduced to the parts that decoding needs, and the facts found in it. */
export interface Stripped {
  readonly bytes: Buffer;
  /** Pixels as stored: before the rotation. */
  readonly width: number;
  readonly height: number;
  /** Empty if the file has no XMP, or more than `xmpBytesMax` of it. */
  readonly xmp: string;
}

/** The file is malformed, or has more parts than any camera or editor writes. */
export class CorruptImage extends Error {}

/** Enough for the profile of every camera and printer. */
export const iccBytesMax = 4 * 1024 * 1024;

export const xmpBytesMax = 64 * 1024;
