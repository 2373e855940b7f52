/**
 * Changes a stand-in's list of models, so that models can appear and disappear. `PUT /sandbox/models` on the
 * stand-in's own port sets the change, `{}` resets it. The set of working models does not change, except for
 * models whose last day is changed.
 *
 * `{"hidden": ["gpt-6.2-sol"], "added": ["gpt-7"], "shutdown": {"gpt-6-luna": "2026-01-31"}, "refuses":
 * "quota"}`
 */
import express, { type Express } from 'express';

/** `down` breaks the connection, `quota` and `key` refuse as the real service does. */
export type ListRefusal = 'down' | 'quota' | 'key';

export type Listing = {
  hidden: string[];
  /** Models that are listed and do not work. */
  added: string[];
  /** Dates on which models end; only the OpenAI API has them. */
  shutdown: Record<string, string>;
  refuses: ListRefusal | null;
};

/** The default: the unchanged list. */
function usualListing(): Listing {
  return { hidden: [], added: [], shutdown: {}, refuses: null };
}

/** Serves `PUT /sandbox/models`, without an API key. The list is built for each request. */
export function serveListing(app: Express): { current: Listing } {
  const listing = { current: usualListing() };
  app.locals.listing = listing;
  app.put('/sandbox/models', express.json(), (request, response) => {
    const { hidden, added, shutdown, refuses } = request.body as Partial<Listing>;
    const usual = usualListing();
    listing.current = {
      hidden: hidden ?? usual.hidden,
      added: added ?? usual.added,
      shutdown: shutdown ?? usual.shutdown,
      refuses: refuses ?? usual.refuses,
    };
    response.json(listing.current);
  });
  return listing;
}
