// A person and a generation with usual values, for tests of the tables and stories behind the API.
import type { Insertable, Kysely } from 'kysely';
import { newId } from '@sachet/db/ids';
import { insertGeneration } from '@sachet/db/studio/generations';
import type { Database } from '@sachet/db/tables';
import type { SignUp } from '../people/sign-up.ts';

/** A person for `signUp`; each needs their own phone number. */
export const somePerson = (uid: string, phoneNumber = '+919812345678'): SignUp => ({
  uid,
  firstName: 'Asha',
  lastName: 'Rao',
  phoneNumber,
  email: null,
  emailVerified: false,
  organizationName: null,
});

type Facts = Partial<Insertable<Database['generation']>>;

/** Inserts a picture that is ready, unless `facts` say otherwise, without reaching any limit. */
export async function addGeneration(
  db: Kysely<Database>,
  owner: { readonly uid: string; readonly walletId: string },
  facts: Facts = {},
): Promise<{ id: string; queueRound: number }> {
  const row = {
    id: newId('gen'),
    uid: owner.uid,
    wallet_id: owner.walletId,
    mode: 'image',
    provider: 'google',
    language: 'en',
    quality: 'quality',
    prompt: 'a kite',
    aspect_ratio: '1:1',
    preview_max: 256,
    model_id: 'gemini-3.1-flash-lite-image',
    model_label: 'Gemini 3.1 Flash Lite Image',
    status: 'ready',
    rate_card_version: '1',
    applicant_class: 'customer',
    ...facts,
  } as const;
  const freeWork = {
    day: '2026-11-22',
    microusd: 1,
    shares: { free_work: 1_000_000 },
    findBacking: async () => null,
  };
  const limits = { perMinute: 1000, perDay: 1000, freeWork };
  const inserted = await insertGeneration(db, row, limits);
  if (inserted.outcome !== 'inserted') throw new Error(inserted.outcome);
  return { id: row.id, queueRound: inserted.queueRound };
}
