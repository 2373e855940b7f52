/** What the routes work with; made once in `main.ts`. */
import type { Auth } from 'firebase-admin/auth';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Ledger } from '@sachet/db/ledger/ledger';
import type { Database } from '@sachet/db/tables';
import type { ImageStore } from '@sachet/images/store';
import type { JobQueue } from '@sachet/queue/queue';
import type { ApiEnvironment } from '@sachet/shared/environment';
import type { Countries } from './geo.ts';
import type { LiveHub } from './live-hub.ts';

export interface Parts {
  readonly settings: ApiEnvironment;
  readonly db: Kysely<Database>;
  readonly ledger: Ledger;
  readonly images: ImageStore;
  readonly queue: JobQueue;
  readonly auth: Auth;
  readonly live: LiveHub;
  readonly countries: Countries;
  readonly log: Logger;
}
