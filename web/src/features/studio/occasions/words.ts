import type { ImageMode, Language } from '@sachet/shared/contracts/vocabulary';
import { isEdit } from '@sachet/shared/tools';
import { formatIndianDate } from '../../../i18n/time';
import type { TFunction } from '../../../i18n/translate';
import { nearDays, type PlannedOccasion } from './calendar';
import { type Occasion, occasions } from './dates';

const leads = {
  newStock: 'occasion.newStockLead',
  saleEnds: 'occasion.saleEndsLead',
  wedding: 'occasion.weddingLead',
  menu: 'occasion.menuLead',
  anniversary: 'occasion.anniversaryLead',
  shopOpening: 'occasion.shopOpeningLead',
} as const satisfies Partial<Record<Occasion, string>>;

/** `Diwali in 12 days`, `Holi · 22 Mar`, `New stock` */
export function toOccasionLabel(
  t: TFunction,
  language: Language,
  { occasion, day, daysLeft, isByMoon }: PlannedOccasion,
): string {
  const name = t(`occasion.${occasion}`);
  if (day === null || daysLeft === null) return name;
  if (daysLeft > nearDays) {
    return t('occasion.onDay', { name, day: formatIndianDate(day, language) });
  }
  // The Moon can move it by a day.
  if (isByMoon) {
    const key = daysLeft <= 1 ? 'occasion.anyDay' : 'occasion.aboutDays';
    return t(key, { name, count: daysLeft });
  }
  if (daysLeft === 0) return t('occasion.today', { name });
  if (daysLeft === 1) return t('occasion.tomorrow', { name });
  return t('occasion.inDays', { name, count: daysLeft });
}

/** The prompt for a new picture, or the request to put the product of a photo into the scene. */
export function toPrompt(t: TFunction, mode: ImageMode, occasion: Occasion): string {
  const scene = t(`occasion.${occasion}Scene`);
  if (isEdit(mode)) return t('occasion.scene', { scene });
  return occasion in leads
    ? t('occasion.offer', { lead: t(leads[occasion as keyof typeof leads]), scene })
    : t('occasion.greeting', { name: t(`occasion.${occasion}`), scene });
}

/** The prompts of all occasions. */
export const toPrompts = (t: TFunction, mode: ImageMode): string[] =>
  occasions.map((occasion) => toPrompt(t, mode, occasion));
