/** What the processors use; created once in `main.ts`. */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Ledger } from '@sachet/db/ledger/ledger';
import type { Database } from '@sachet/db/tables';
import type { ExportFiles } from '@sachet/flows/export-files';
import type { ImageStore } from '@sachet/images/store';
import type { PaymentGateway } from '@sachet/payments/gateway';
import type { ProviderAdapter } from '@sachet/providers/provider';
import type { JobQueue } from '@sachet/queue/queue';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import type { WorkerEnvironment } from '@sachet/shared/environment';
import type { Mailer } from './mail.ts';
import type { ProviderSemaphore } from './provider-semaphore.ts';
import type { Cancellations } from './cancellations.ts';

export interface Dependencies {
  readonly db: Kysely<Database>;
  readonly ledger: Ledger;
  readonly images: ImageStore;
  readonly exportFiles: ExportFiles;
  readonly providers: Record<Provider, ProviderAdapter>;
  readonly queue: JobQueue;
  /** Null where none is configured. */
  readonly gateway: PaymentGateway | null;
  /** How soon the gateway is first asked about an order; its other pauses grow from there. */
  readonly topUpCheckAfterMs: number;
  /** How long previews that nobody buys are kept. */
  readonly previewsKeptDays: number;
  readonly providerSemaphore: ProviderSemaphore;
  readonly cancellations: Cancellations;
  /** Null where no SMTP server is configured. `publicUrl` begins every link, without a last slash. */
  readonly mail: {
    readonly mailer: Mailer;
    readonly publicUrl: string;
  } | null;
  /** Who is mailed notices to admins. */
  readonly noticeEmails: readonly string[];
  /** Which visible label pictures get. */
  readonly aiMark: WorkerEnvironment['AI_MARK'];
  readonly log: Logger;
}
