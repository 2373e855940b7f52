/** Checks a receipt here, in the browser: no server is asked. */
import { Receipt, verifyReceiptWith, type ReceiptFault } from '@sachet/shared/ledger/receipt';

export type Verdict =
  | { readonly outcome: 'good' }
  | { readonly outcome: 'bad'; readonly fault: ReceiptFault }
  /** This browser knows no Ed25519, or gives it to secure pages alone. */
  | { readonly outcome: 'unsupported' };

export interface Checked {
  readonly receipt: Receipt;
  readonly verdict: Verdict;
}

export async function checkReceipt(
  receipt: Receipt,
  publicKeysHex: readonly string[],
): Promise<Checked> {
  try {
    const verdict = await verifyReceiptWith(receipt, publicKeysHex, crypto.subtle);
    return {
      receipt,
      verdict: verdict.ok ? { outcome: 'good' } : { outcome: 'bad', fault: verdict.fault },
    };
  } catch {
    return { receipt, verdict: { outcome: 'unsupported' } };
  }
}

const bytesMax = 20 * 1024 * 1024;

/** Null for what is no receipt. */
export async function readReceiptFile(file: File): Promise<Receipt | null> {
  if (file.size > bytesMax) return null;
  try {
    return Receipt.parse(JSON.parse(await file.text()));
  } catch {
    return null;
  }
}

export const toReceiptFile = (receipt: Receipt): Blob =>
  new Blob([JSON.stringify(receipt, null, 2), '\n'], { type: 'application/json' });

/** In the order in which they are checked. */
export const steps = ['head_differs', 'not_in_checkpoint', 'signature_invalid'] as const;

export type StepState = 'good' | 'bad' | 'unchecked';

/** A fault ends the checking: what comes after it was not looked at. */
export function toStepStates(verdict: Verdict): StepState[] {
  if (verdict.outcome === 'good') return steps.map(() => 'good');
  if (verdict.outcome === 'unsupported') return steps.map(() => 'unchecked');
  const at = steps.findIndex((step) => step === verdict.fault);
  return steps.map((_, i) => (i < at ? 'good' : i === at ? 'bad' : 'unchecked'));
}
