/** The formats that a bought picture can be fitted to, by purpose. Pure. */
import type { AspectRatio } from '../contracts/vocabulary.ts';

export const pictureFormats = ['post', 'portrait', 'story', 'status', 'banner', 'a4'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

export interface FormatShape {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** The ratio in which a picture for this purpose is ordered. */
  readonly aspectRatio: AspectRatio;
  /** The most bytes of the file; null for no limit. */
  readonly bytesMax: number | null;
  /** Dots per inch, so that the file prints at its paper's size; null for a screen. */
  readonly density: number | null;
}

const onScreen = { bytesMax: null, density: null };

export const formatShapes: Record<PictureFormat, FormatShape> = {
  post: { width: 1080, height: 1080, aspectRatio: '1:1', ...onScreen },
  portrait: { width: 1080, height: 1350, aspectRatio: '4:5', ...onScreen },
  story: { width: 1080, height: 1920, aspectRatio: '9:16', ...onScreen },
  // WhatsApp makes larger files smaller itself, and worse.
  status: { width: 1080, height: 1920, aspectRatio: '9:16', bytesMax: 100_000, density: null },
  banner: { width: 1920, height: 1080, aspectRatio: '16:9', ...onScreen },
  // 210 × 297 mm.
  a4: { width: 1654, height: 2339, aspectRatio: '5:7', bytesMax: null, density: 200 },
};
