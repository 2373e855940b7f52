import { states, type StateCode } from '@sachet/shared/documents/states';
import { useLanguage } from '../i18n/language';
import { useTranslation } from '../i18n/translate';
import { hindiStates } from './hindi-states';

/** The States in the order of their names, after the choice of none. */
export function useStateChoices(): { value: StateCode | ''; label: string }[] {
  const { t } = useTranslation();
  const names: Readonly<Record<StateCode, string>> = useLanguage() === 'hi' ? hindiStates : states;
  const sorted = Object.entries(names)
    .map(([value, label]) => ({ value: value as StateCode, label }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return [{ value: '', label: t('bills.noState') }, ...sorted];
}
