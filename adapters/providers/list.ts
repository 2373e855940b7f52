import { ZodError } from 'zod';
import { clean } from './clean.ts';
import type { ModelList, ModelListing } from './provider.ts';

const skippedMax = 20;

/** Reads a provider's list entry by entry: unreadable entries are skipped and named. */
export function startList() {
  const models = new Map<string, ModelListing>();
  const skipped: string[] = [];
  let seen = 0;
  return {
    take(entry: unknown, read: () => ModelListing): void {
      seen += 1;
      try {
        const listing = read();
        if (listing.capabilities.length) models.set(listing.id, listing);
      } catch (error) {
        if (!(error instanceof ZodError)) throw error;
        const { path, message } = error.issues[0]!;
        const what = JSON.stringify(entry)?.slice(0, 100);
        if (skipped.length < skippedMax) skipped.push(`${what}: ${path.join('.')} ${message}`);
      }
    },
    count: () => seen,
    end: (): ModelList => clean({ models: [...models.values()], skipped }),
  };
}
