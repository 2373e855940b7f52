/** What the processors work with; made once in `main.ts`. */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Ledger } from '@sachet/db/ledger/ledger';
import type { Database, StoredFailure } from '@sachet/db/tables';
import type { ImageStore } from '@sachet/images/store';
import type { ProviderAdapter, ProviderFailure } from '@sachet/providers/provider';
import type { JobQueue } from '@sachet/queue/queue';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import type { Mailer } from './mail.ts';
import type { ProviderSlots } from './provider-slots.ts';
import type { UnderWay } from './under-way.ts';

export interface Parts {
  readonly db: Kysely<Database>;
  readonly ledger: Ledger;
  readonly images: ImageStore;
  readonly providers: Record<Provider, ProviderAdapter>;
  readonly queue: JobQueue;
  readonly slots: ProviderSlots;
  readonly underWay: UnderWay;
  /** Null where no SMTP server is configured. `publicUrl` begins every link, without a last slash. */
  readonly mail: { readonly mailer: Mailer; readonly publicUrl: string } | null;
  readonly log: Logger;
}

/** A provider's failure in the fields that a result carries (specification, section 3). */
export function storedFailure(failure: ProviderFailure): StoredFailure {
  return {
    message: failure.message,
    category: failure.category === 'cancelled' ? 'generic' : failure.category,
    provider: failure.provider,
    code: failure.code,
    type: failure.type,
    status: failure.status,
  };
}

/** Something on our side went wrong; the person reads the same whatever it was. */
export function ourFailure(provider: Provider, code: string): StoredFailure {
  return {
    message: 'Something went wrong on our side. Please try again.',
    category: 'server',
    provider,
    code,
    type: null,
    status: null,
  };
}
