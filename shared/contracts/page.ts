/** The query and the answer of a list that is read page by page. */
import { z } from 'zod';

/** The part of a list's query that names the page. */
export const pageQuery = {
  after: z.string().max(500).optional().meta({
    description: 'The `next` of the previous page, with the same filter. Empty for the first page.',
  }),
};

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    next: z.string().nullable().meta({
      description:
        'Pass as `after`; null on the last page. A page may be short, or empty, and still have a next one.',
    }),
  });
