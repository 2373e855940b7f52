import type { TFunction } from '../../i18n/translate';
import type { Series } from './charts';

export const toLabel = (t: TFunction, { key }: Series): string => t(`adminFinance.series.${key}`);
