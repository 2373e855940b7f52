import type { TFunction } from 'i18next';
import type { DraftedModel } from './model-changes';

/** What has to be corrected before anything can be saved; null where nothing has. */
export function faultList(t: TFunction, faults: DraftedModel[]): string | null {
  if (faults.length === 0) return null;
  return faults
    .slice(0, 3)
    .map(({ id, fault, lacks }) => {
      if (fault === 'no_price' && lacks) return t(`adminModels.fault_${lacks}`, { id });
      return t(fault === 'is_default' ? 'adminModels.fault_default' : 'adminModels.fault_price', {
        id,
      });
    })
    .join(' ');
}
