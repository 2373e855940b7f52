/** The services that routes use; created once in `main.ts`. */
import type { Auth } from 'firebase-admin/auth';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Ledger } from '@sachet/db/ledger/ledger';
import type { Proofs } from '@sachet/db/ledger/receipt';
import type { Reader } from '@sachet/db/reader';
import type { Database } from '@sachet/db/tables';
import type { ExportFiles } from '@sachet/flows/finance/export-files';
import type { ImageStore } from '@sachet/adapters/images/store';
import type { Readiness } from '@sachet/shared/contracts/readiness';
import type { PaymentGateway } from '@sachet/adapters/payments/gateway';
import type { ProviderAdapter } from '@sachet/adapters/providers/provider';
import type { JobQueue } from '@sachet/adapters/queue/queue';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import type { ApiEnvironment } from '@sachet/shared/configuration/environment';
import type { Overlays } from './studio/overlays.ts';
import type { Replies } from './chat/replies.ts';
import type { Countries } from './site/geo.ts';
import type { NotificationBus } from './events/notification-bus.ts';
import type { Signers } from './identity/signers.ts';
import type { RateLimits } from './limits/rate-limits.ts';
import type { OpenStreams } from './limits/open-streams.ts';
import type { Places } from './limits/places.ts';
import type { Resources } from './limits/resources.ts';

export interface Dependencies {
  readonly settings: ApiEnvironment;
  readonly db: Kysely<Database>;
  /** The explorer, finance and exports read from it. */
  readonly reader: Reader;
  readonly ledger: Ledger;
  readonly images: ImageStore;
  readonly exportFiles: ExportFiles;
  readonly providers: Record<Provider, ProviderAdapter>;
  readonly queue: JobQueue;
  /** Null if no gateway is configured: top-ups are off. */
  readonly gateway: PaymentGateway | null;
  readonly auth: Auth;
  readonly live: NotificationBus;
  readonly limits: RateLimits;
  readonly places: { readonly ofUser: Places; readonly ofAddress: Places };
  readonly streams: OpenStreams;
  readonly replies: Replies;
  readonly resources: Resources;
  readonly overlays: Overlays;
  readonly countries: Countries;
  readonly proofs: Proofs;
  readonly signers: Signers;
  readonly log: Logger;
  readonly readiness: () => Promise<Readiness>;
  /** Aborted when this process is asked to stop. */
  readonly stopping: AbortSignal;
}
