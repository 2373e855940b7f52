import type { RefusalCode } from '@sachet/shared/ledger/command';
import type { LedgerEvent } from '@sachet/shared/ledger/event';

export type Outcome =
  | {
      readonly ok: true;
      readonly event: LedgerEvent;
      /** True when the key was accepted before: nothing was written this time. */
      readonly replayed: boolean;
    }
  | { readonly ok: false; readonly refusal: RefusalCode };
