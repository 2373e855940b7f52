import type { Receipt } from '@sachet/shared/ledger/receipt';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { checkReceipt, type Checked } from './check';

/**
 * undefined while it is being checked, or while there is nothing to check or to check it with. A key
 * that is not known may have been published since the keys were read: they are read again, once for
 * each receipt, before it is called bad. `readKeysAgain` gives undefined where it cannot.
 */
export function useChecked(
  receipt: Receipt | undefined,
  publicKeysHex: readonly string[] | undefined,
  readKeysAgain: () => Promise<readonly string[] | undefined>,
): Checked | undefined {
  const [checked, setChecked] = useState<Checked>();
  const readAgainFor = useRef<Receipt>(undefined);
  const readAgain = useEffectEvent(async (receipt: Receipt) => {
    if (readAgainFor.current === receipt) return undefined;
    readAgainFor.current = receipt;
    return readKeysAgain().catch(() => undefined);
  });
  useEffect(() => {
    let isOld = false;
    async function check(receipt: Receipt, known: readonly string[]) {
      const first = await checkReceipt(receipt, known);
      const isKeyUnknown =
        first.verdict.outcome === 'bad' && first.verdict.fault === 'signature_invalid';
      const newer = isKeyUnknown && !isOld ? await readAgain(receipt) : undefined;
      const done = newer ? await checkReceipt(receipt, newer) : first;
      if (!isOld) setChecked(done);
    }
    if (receipt && publicKeysHex) void check(receipt, publicKeysHex);
    return () => {
      isOld = true;
    };
  }, [receipt, publicKeysHex]);
  return checked?.receipt === receipt ? checked : undefined;
}
