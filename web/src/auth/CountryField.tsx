import { ChevronDown } from 'lucide-react';
import { useId, useMemo } from 'react';
import { callingCode, listCountries, type CountryCode } from '../app/phone-number';
import { useLanguage } from '../i18n/language';
import { useTranslation } from '../i18n/translate';
import { inputClasses } from '../ui/Field';

/** The country of a phone number, by name in the list and by its calling code in the field. */
export function CountryField({
  value,
  onChange,
}: {
  value: CountryCode;
  onChange: (country: CountryCode) => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const countries = useMemo(() => listCountries(language === 'hi' ? 'hi' : 'en'), [language]);
  const id = useId();
  return (
    <div className="grid min-w-0 basis-24 content-start gap-1">
      <label htmlFor={id} className="text-note font-semibold">
        {t('auth.countryCode')}
      </label>
      <div className="relative grid">
        {/* The browser would show the country's whole name in the field: the code lies over it. */}
        <select
          id={id}
          autoComplete="tel-country-code"
          value={value}
          onChange={(event) => {
            const chosen = countries.find(({ country }) => country === event.target.value);
            if (chosen) onChange(chosen.country);
          }}
          className={`${inputClasses} appearance-none text-transparent! *:text-ink *:bg-packet`}
        >
          {countries.map(({ country, name, code }) => (
            <option key={country} value={country}>
              {name} ({code})
            </option>
          ))}
        </select>
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-2.5 left-3.5 flex items-center justify-between gap-1 tabular-nums"
        >
          {callingCode(value)}
          <ChevronDown className="size-4 shrink-0 text-ink-soft" />
        </span>
      </div>
    </div>
  );
}
