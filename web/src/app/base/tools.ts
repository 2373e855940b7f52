import type { PictureProvider } from '@sachet/shared/providers';
import { formatPrice } from '@sachet/shared/money';
import {
  defaultFinalSize,
  imagePriceRupees,
  lowestPriceRupees,
} from '@sachet/shared/models/rate-card';
import { type CardMode, type LineMode, type Mode, modes, tools } from '@sachet/shared/tools';
import {
  Image as ImageIcon,
  Lightbulb,
  MessageCircle,
  Brush,
  Camera,
  TextAlignStart,
  type LucideIcon,
} from 'lucide-react';
import type { TFunction } from '../../i18n/translate';

export const modeIcon: Record<Mode, LucideIcon> = {
  instagram: Camera,
  instagram_ideas: Lightbulb,
  general: MessageCircle,
  image: ImageIcon,
  edit_image: Brush,
  product_description: TextAlignStart,
};

export const toInk = (print: string): string => `var(--${print})`;

export function modeName(t: TFunction, mode: Mode): string {
  return t(`tool.${mode}`);
}

/** A shorter name of the mode for narrow places. */
export function modeShortName(t: TFunction, mode: Mode): string {
  return t(`tool.${mode}Short`);
}

type PromisedMode = {
  [M in CardMode]: (typeof tools)[M]['label'] extends 'promise' ? M : never;
}[CardMode];

const isPromised = (mode: CardMode | LineMode): mode is PromisedMode =>
  tools[mode].label === 'promise';

/** The price labels on home. Prices of paid tools come from the rate card. */
export function modePrice(t: TFunction, mode: CardMode | LineMode): string {
  if (isPromised(mode)) return t(`tool.${mode}Price`);
  return t('tool.from', { price: formatPrice(lowestPriceRupees(mode)) });
}

/** The price in rupees that the form of pictures shows when it opens. */
export const defaultPrice = (provider: PictureProvider) =>
  imagePriceRupees({ mode: 'image', quality: 'quality', provider, size: defaultFinalSize });

export function parseMode(param: string | null): Mode | null {
  return modes.find((mode) => mode === param) ?? null;
}
