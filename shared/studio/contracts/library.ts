/** Everything that a user made: `/api/library` and its zip. */
import { z } from 'zod';
import { pageOf, pageQuery } from '../../contracts/page.ts';
import { KeptUntil, Thumbnails } from './generation.ts';
import { AspectRatio, Mode, Provider, Rupees, Timestamp } from '../../contracts/vocabulary.ts';

const libraryPageSize = 60;

/** The longest search, in characters. */
export const librarySearchMax = 100;

/** Maximum results of one zip. */
export const zipMax = 50;

/** An IST calendar day. In a range, both days are included. */
const Day = z.iso.date();

/** Kept (bought or free) items, and previews that are not bought yet. */
export const LibraryState = z.enum(['kept', 'preview']);
export type LibraryState = z.infer<typeof LibraryState>;

export const LibraryFilter = z.object({
  tool: Mode.optional(),
  state: LibraryState.optional(),
  provider: Provider.optional(),
  favourite: z.literal('1').optional(),
  from: Day.optional(),
  to: Day.optional(),
  q: z.string().trim().min(1).max(librarySearchMax).optional().meta({
    description: 'Words that the prompt contains.',
  }),
});
export type LibraryFilter = z.infer<typeof LibraryFilter>;

export const LibraryQuery = LibraryFilter.extend({
  ...pageQuery,
  limit: z.coerce.number().int().min(1).max(100).default(libraryPageSize),
});

/** One result, as the grid shows it. */
export const LibraryItem = z
  .object({
    generationId: z.string(),
    mode: Mode,
    provider: Provider,
    aspectRatio: AspectRatio,
    prompt: z.string().meta({ description: 'How it begins.' }),
    text: z.string().nullable().meta({ description: 'How a text begins.' }),
    pictureUrl: z.string().nullable().meta({ description: 'The purchased image, or its preview.' }),
    thumbnails: Thumbnails,
    unlocked: z.boolean(),
    boughtSize: z.number().int().nullable(),
    price: Rupees.nullable().meta({
      description: 'Price of unlocking, for an image at the default size; null if it is unlocked.',
    }),
    favourite: z.boolean(),
    keptUntil: KeptUntil,
    createdAt: Timestamp,
  })
  .meta({ id: 'LibraryItem' });
export type LibraryItem = z.infer<typeof LibraryItem>;

/** Newest first. */
export const LibraryPage = pageOf(LibraryItem).meta({ id: 'LibraryPage' });
export type LibraryPage = z.infer<typeof LibraryPage>;

export const FavouriteRequest = z
  .object({ generationId: z.string().min(1).max(60), favourite: z.boolean() })
  .meta({ id: 'FavouriteRequest' });
export type FavouriteRequest = z.infer<typeof FavouriteRequest>;

/** Purchases in the current calendar month (India). */
export const LibraryMonth = z
  .object({
    pictures: z.number().int(),
    texts: z.number().int(),
    chatBlocks: z.number().int().meta({ description: 'Paid blocks of replies.' }),
  })
  .meta({ id: 'LibraryMonth' });
export type LibraryMonth = z.infer<typeof LibraryMonth>;

export const ZipRequest = z
  .object({
    generationIds: z
      .array(z.string().regex(/^gen_[0-9a-z]{1,40}$/))
      .min(1)
      .max(zipMax),
  })
  .meta({ id: 'ZipRequest' });
export type ZipRequest = z.infer<typeof ZipRequest>;

export const ZipResponse = z
  .object({
    url: z.string().meta({ description: 'Signed; good for some minutes.' }),
    files: z.number().int().meta({
      description: 'How many of the results it contains; versions of a picture come with it.',
    }),
  })
  .meta({ id: 'ZipResponse' });
export type ZipResponse = z.infer<typeof ZipResponse>;
