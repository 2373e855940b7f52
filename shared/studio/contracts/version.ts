/** Versions of a bought picture: with the brand on it, or fitted to a format. Free. */
import { z } from 'zod';
import { pictureFormats } from '../formats.ts';
import { BrandPlacing } from './brand.ts';
import { Thumbnails } from './generation.ts';
import { Timestamp } from '../../contracts/vocabulary.ts';

/** How the picture gets another shape: its edges are cut, or continued. */
export const Fit = z.enum(['crop', 'extend']);
export type Fit = z.infer<typeof Fit>;

const format = z.enum(pictureFormats).nullable().meta({
  description: 'Null for the shape of the picture.',
});

/** `fit` does not matter without a format. */
const recipe = { format, fit: Fit, brand: BrandPlacing.nullable() };

const VersionRecipe = z.object(recipe);
export type VersionRecipe = z.infer<typeof VersionRecipe>;

export const VersionRequest = z
  .object({ generationId: z.string().min(1).max(60), ...recipe })
  .meta({ id: 'VersionRequest' });
export type VersionRequest = z.infer<typeof VersionRequest>;

export const PictureVersion = z
  .object({
    versionId: z.string(),
    ...recipe,
    imageUrl: z.string(),
    thumbnails: Thumbnails,
    width: z.number().int(),
    height: z.number().int(),
    bytes: z.number().int(),
    createdAt: Timestamp,
  })
  .meta({ id: 'PictureVersion' });
export type PictureVersion = z.infer<typeof PictureVersion>;

export const PictureVersions = z
  .object({ versions: z.array(PictureVersion).meta({ description: 'Newest first.' }) })
  .meta({ id: 'PictureVersions' });
export type PictureVersions = z.infer<typeof PictureVersions>;
