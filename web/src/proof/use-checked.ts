import type { Receipt } from '@sachet/shared/ledger/receipt';
import { useEffect, useState } from 'react';
import { checkReceipt, type Checked } from './check';

/** undefined while it is being checked, or while there is nothing to check or to check it with. */
export function useChecked(
  receipt: Receipt | undefined,
  publicKeysHex: readonly string[] | undefined,
): Checked | undefined {
  const [checked, setChecked] = useState<Checked>();
  useEffect(() => {
    let isOld = false;
    if (receipt && publicKeysHex) {
      void checkReceipt(receipt, publicKeysHex).then((done) => {
        if (!isOld) setChecked(done);
      });
    }
    return () => {
      isOld = true;
    };
  }, [receipt, publicKeysHex]);
  return checked?.receipt === receipt ? checked : undefined;
}
