// Stand-ins of one test, whose lists of models it can change.
import { startGeminiSandbox } from '../../dev/sandbox/gemini.ts';
import type { Listing } from '../../dev/sandbox/listing.ts';
import { startOpenAiSandbox } from '../../dev/sandbox/openai.ts';

export interface Listings {
  /** Environment of a stack that uses these stand-ins. */
  readonly env: Record<string, string>;
  /** Replaces the lists; fields that are left out get their usual values. */
  list(listings: { google?: Partial<Listing>; openai?: Partial<Listing> }): Promise<void>;
  close(): Promise<void>;
}

export async function startListings(): Promise<Listings> {
  const [google, openai] = await Promise.all([startGeminiSandbox(), startOpenAiSandbox()]);
  const put = async (url: string, listing: Partial<Listing> = {}) => {
    const answer = await fetch(new URL('/sandbox/models', url), {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(listing),
    });
    if (!answer.ok) throw new Error(`PUT /sandbox/models: ${answer.status}`);
  };
  return {
    env: { GEMINI_BASE_URL: google.url, OPENAI_BASE_URL: openai.url },
    async list(listings) {
      await put(google.url, listings.google);
      await put(openai.url, listings.openai);
    },
    async close() {
      await Promise.all([google.close(), openai.close()]);
    },
  };
}
