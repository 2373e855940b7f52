import type { TFunction } from 'i18next';
import type { Series } from './charts';

export const toLabel = (t: TFunction, { key }: Series): string => t(`adminFinance.series.${key}`);
