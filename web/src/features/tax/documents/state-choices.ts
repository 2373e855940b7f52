import { countries, type CountryCode } from '@sachet/shared/tax/countries';
import { states, type StateCode } from '@sachet/shared/tax/states';
import { useLanguage } from '../../../i18n/language';
import { useTranslation } from '../../../i18n/translate';

/** The States in the order of their names, after the choice of none. */
export function useStateChoices(): { value: StateCode | ''; label: string }[] {
  const { t } = useTranslation();
  const names: Readonly<Record<StateCode, string>> = useLanguage() === 'hi' ? hindiStates : states;
  const sorted = Object.entries(names)
    .map(([value, label]) => ({ value: value as StateCode, label }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return [{ value: '', label: t('bills.noState') }, ...sorted];
}

/** The countries in the order of their names, after the choice of none. */
export function useCountryChoices(): { value: CountryCode | ''; label: string }[] {
  const { t } = useTranslation();
  const hindi = useLanguage() === 'hi' ? new Intl.DisplayNames('hi', { type: 'region' }) : null;
  const sorted = Object.entries(countries)
    .map(([value, name]) => ({ value: value as CountryCode, label: hindi?.of(value) ?? name }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return [{ value: '', label: t('bills.noCountry') }, ...sorted];
}

const hindiStates: Readonly<Record<StateCode, string>> = {
  '01': 'जम्मू और कश्मीर',
  '02': 'हिमाचल प्रदेश',
  '03': 'पंजाब',
  '04': 'चंडीगढ़',
  '05': 'उत्तराखंड',
  '06': 'हरियाणा',
  '07': 'दिल्ली',
  '08': 'राजस्थान',
  '09': 'उत्तर प्रदेश',
  '10': 'बिहार',
  '11': 'सिक्किम',
  '12': 'अरुणाचल प्रदेश',
  '13': 'नागालैंड',
  '14': 'मणिपुर',
  '15': 'मिज़ोरम',
  '16': 'त्रिपुरा',
  '17': 'मेघालय',
  '18': 'असम',
  '19': 'पश्चिम बंगाल',
  '20': 'झारखंड',
  '21': 'ओडिशा',
  '22': 'छत्तीसगढ़',
  '23': 'मध्य प्रदेश',
  '24': 'गुजरात',
  '26': 'दादरा और नगर हवेली तथा दमन और दीव',
  '27': 'महाराष्ट्र',
  '29': 'कर्नाटक',
  '30': 'गोवा',
  '31': 'लक्षद्वीप',
  '32': 'केरल',
  '33': 'तमिलनाडु',
  '34': 'पुदुच्चेरी',
  '35': 'अंडमान और निकोबार द्वीप समूह',
  '36': 'तेलंगाना',
  '37': 'आंध्र प्रदेश',
  '38': 'लद्दाख',
  '97': 'अन्य क्षेत्र',
};
