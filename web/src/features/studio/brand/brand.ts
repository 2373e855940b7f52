import type { BrandKit } from '@sachet/shared/studio/contracts/brand';
import { useApi } from '../../../api/use-api';
import { persisted } from '../../../browser/storage';
import { useStore } from '../../../browser/store';

/** Whether the tools use the brand kit; kept in the browser. */
export const isBrandOn = persisted('sachet.brand', (stored) => stored === 'true');

export const useBrand = () => useApi('GET /api/brand');

/** The kit that the tools add to their prompts; null while it is off or missing. */
export function useActiveKit(): BrandKit | null {
  const isOn = useStore(isBrandOn);
  const { data } = useBrand();
  return isOn ? (data?.kit ?? null) : null;
}

/** Whether the kit that the tools add is still loading. A request that the page sends on its own waits for it. */
export function useKitIsComing(): boolean {
  const isOn = useStore(isBrandOn);
  const { isLoading } = useBrand();
  return isOn && isLoading;
}
