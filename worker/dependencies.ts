/** The services that processors use; created once in `main.ts`. */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Ledger } from '@sachet/db/ledger/ledger';
import type { Reader } from '@sachet/db/reader';
import type { Database } from '@sachet/db/tables';
import type { ExportFiles } from '@sachet/flows/finance/export-files';
import type { ImageStore } from '@sachet/adapters/images/store';
import type { PaymentGateway } from '@sachet/adapters/payments/gateway';
import type { ProviderAdapter } from '@sachet/adapters/providers/provider';
import type { JobQueue } from '@sachet/adapters/queue/queue';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import type { WorkerEnvironment } from '@sachet/shared/configuration/environment';
import type { Mailer } from '@sachet/adapters/mail/mail';
import type { ProviderPlaces } from './studio/provider-places.ts';
import type { Cancellations } from './studio/cancellations.ts';

export interface Dependencies {
  readonly db: Kysely<Database>;
  /** Exports read from it. */
  readonly reader: Reader;
  readonly ledger: Ledger;
  readonly images: ImageStore;
  readonly exportFiles: ExportFiles;
  readonly providers: Record<Provider, ProviderAdapter>;
  readonly queue: JobQueue;
  /** Null if none is configured. */
  readonly gateway: PaymentGateway | null;
  /** How soon the gateway is first asked about an order; the later pauses grow from this. */
  readonly topUpCheckAfterMs: number;
  /** How long previews that were not bought are kept. */
  readonly previewsKeptDays: number;
  readonly providerPlaces: ProviderPlaces;
  readonly cancellations: Cancellations;
  /** Null if no SMTP server is configured. `publicUrl` begins every link and has no trailing slash. */
  readonly mail: {
    readonly mailer: Mailer;
    readonly publicUrl: string;
  } | null;
  /** The recipients of notices to admins. */
  readonly noticeEmails: readonly string[];
  /** The visible label on pictures. */
  readonly aiMark: WorkerEnvironment['AI_MARK'];
  readonly log: Logger;
}
