import type { ImageMode, Mode } from '@sachet/shared/contracts/vocabulary';
import type { PictureProvider } from '@sachet/shared/providers';
import { formatPrice } from '@sachet/shared/money';
import {
  defaultFinalSize,
  imagePriceRupees,
  lowestPriceRupees,
} from '@sachet/shared/models/rate-card';
import {
  Image as ImageIcon,
  Lightbulb,
  MessageCircle,
  Brush,
  Camera,
  type LucideIcon,
} from 'lucide-react';
import type { TFunction } from '../../i18n/translate';

export const heroModes = ['instagram', 'general', 'image', 'edit_image'] as const;

/** The ink on the label of a tool's packet. */
export const modePrint: Record<(typeof heroModes)[number], string> = {
  instagram: 'var(--print-rose)',
  general: 'var(--print-sky)',
  image: 'var(--print-lilac)',
  edit_image: 'var(--print-jade)',
};

export const modeIcon: Record<Mode, LucideIcon> = {
  instagram: Camera,
  instagram_ideas: Lightbulb,
  general: MessageCircle,
  image: ImageIcon,
  edit_image: Brush,
};

/** All modes, in the order of the mode switch. */
export const modes = Object.keys(modeIcon) as Mode[];

export function modeName(t: TFunction, mode: Mode): string {
  return t(`tool.${mode}`);
}

/** A shorter name of the mode for narrow places. */
export function modeShortName(t: TFunction, mode: Mode): string {
  if (mode === 'general' || mode === 'image' || mode === 'edit_image')
    return t(`tool.${mode}Short`);
  return t(`tool.${mode}`);
}

/** The price labels on the home cards. Prices of paid tools come from the rate card. */
export function modePrice(t: TFunction, mode: (typeof heroModes)[number]): string {
  if (mode === 'instagram') return t('tool.instagramPrice');
  if (mode === 'general') return t('tool.generalPrice');
  return t('tool.from', { price: formatPrice(lowestPriceRupees(mode)) });
}

/** The price in rupees that a paid tool's form shows when it opens. */
export const defaultPrice = (provider: PictureProvider, mode: ImageMode = 'image') =>
  imagePriceRupees({ mode, quality: 'quality', provider, size: defaultFinalSize });

export function isPaid(mode: Mode): boolean {
  return mode === 'image' || mode === 'edit_image';
}

export function parseMode(param: string | null): Mode | null {
  return modes.find((mode) => mode === param) ?? null;
}
