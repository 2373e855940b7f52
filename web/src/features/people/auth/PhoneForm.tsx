import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useMemo, useState, type FormEvent } from 'react';
import { usePublicApi } from '../../../api/use-api';
import { toAsciiDigits } from '../../../app/base/digits';
import type { CountryCode } from '../../../app/base/phone-number';
import { guessCountry, listKnownCountries } from '../../../app/base/visitor-country';
import { useLanguage } from '../../../i18n/language';
import { useTranslation } from '../../../i18n/translate';
import { Button, TextButton } from '../../../ui/Button';
import { FieldError, inputClasses, TextField } from '../../../ui/Field';
import { useWait } from './code-wait';
import type { AuthDraft, OnDraft } from './draft';
import { sendOtp } from './sign-in';
import { useAuthForm } from './use-auth-form';

type Plans = typeof import('../../../app/base/phone-number');

/** The numbering plans, once they have loaded. */
let loadedPlans: Plans | null = null;

const loadPlans = async (): Promise<Plans> =>
  (loadedPlans ??= await import('../../../app/base/phone-number'));

/** Returns the numbering plans, which load once the form is shown, and null until then. */
function usePlans(): Plans | null {
  const [plans, setPlans] = useState(loadedPlans);
  useEffect(() => {
    // Without them, the number stays as it was typed; sending the form loads them again.
    loadPlans().then(setPlans, () => undefined);
  }, []);
  return plans;
}

/** Asks for the number. After the code, an unknown number is asked for the name, on both tabs. */
export function PhoneForm({
  draft,
  onDraft,
  sentTo,
  onSent,
  onHaveCode,
}: {
  draft: AuthDraft;
  onDraft: OnDraft;
  /** The number to which a code was sent, or null. */
  sentTo: string | null;
  onSent: (sent: { phone: string; verificationId: string }) => void;
  onHaveCode: () => void;
}) {
  const { t } = useTranslation();
  const { busy, check, submit, getError } = useAuthForm();
  const visitorCountry = useVisitorCountry() ?? null;
  const wait = useWait();
  const plans = usePlans();
  const country = draft.country ?? guessCountry(visitorCountry, navigator.languages);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (wait > 0) return;
    void submit(async () => {
      const phone = (await loadPlans()).toPhoneNumber(country, draft.phone);
      if (!phone) return void check(form, { phone: 'phone' });
      onSent({ phone, verificationId: await sendOtp(phone) });
    }, 'sendOtp');
  }

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <div className="flex flex-wrap gap-3">
        <CountryField
          plans={plans}
          value={country}
          onChange={(chosen) => onDraft({ country: chosen })}
        />
        <PhoneField
          plans={plans}
          country={country}
          value={draft.phone}
          error={getError('phone')}
          onChange={onDraft}
        />
      </div>
      <FieldError>{getError('form')}</FieldError>
      <Button type="submit" busy={busy} disabled={wait > 0} className="tabular-nums">
        {wait > 0 ? t('auth.sendOtpIn', { seconds: wait }) : t('auth.sendOtp')}
      </Button>
      {sentTo && (
        <TextButton onClick={onHaveCode}>{t('auth.haveCode', { phone: sentTo })}</TextButton>
      )}
    </form>
  );
}

/**
 * Returns the country from `GET /api/geo`, which is read once per visit. Returns undefined while it loads or
 * if it cannot be loaded.
 */
function useVisitorCountry(): string | null | undefined {
  const { data } = usePublicApi(
    'GET /api/geo',
    {},
    {
      revalidateIfStale: false,
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      shouldRetryOnError: false,
    },
  );
  return data?.countryCode;
}

/** The country of a phone number: the list shows its name, the field its calling code. */
function CountryField({
  plans,
  value,
  onChange,
}: {
  plans: Plans | null;
  value: CountryCode;
  onChange: (country: CountryCode) => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const countries = useMemo(() => {
    const list = plans?.listCountries ?? listKnownCountries;
    return list(language === 'hi' ? 'hi' : 'en');
  }, [plans, language]);
  // More than 200 elements, which are not made again for each typed digit.
  const options = useMemo(
    () =>
      countries.map(({ country, name, code }) => (
        <option key={country} value={country}>
          {name} ({code})
        </option>
      )),
    [countries],
  );
  const id = useId();
  return (
    <div className="grid min-w-0 basis-24 content-start gap-1">
      <label htmlFor={id} className="text-note font-semibold">
        {t('auth.countryCode')}
      </label>
      <div className="relative grid">
        {/* The browser would show the country's full name in the field, so the code covers it. */}
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
          {options}
        </select>
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-2.5 left-3.5 flex items-center justify-between gap-1 tabular-nums"
        >
          {countries.find(({ country }) => country === value)?.code}
          <ChevronDown className="size-4 shrink-0 text-ink-soft" />
        </span>
      </div>
    </div>
  );
}

/** Accepts a number without its country code. If the number has one, it also selects the country. */
function PhoneField({
  plans,
  country,
  value,
  error,
  onChange,
}: {
  plans: Plans | null;
  country: CountryCode;
  value: string;
  error: string | undefined;
  onChange: (change: { phone: string; country?: CountryCode }) => void;
}) {
  const { t } = useTranslation();

  function split(typed: string): boolean {
    const whole = plans?.splitPhoneNumber(country, typed);
    if (whole) onChange({ phone: whole.local, country: whole.country });
    return !!whole;
  }

  return (
    <TextField
      label={t('auth.phoneNumber')}
      className="grow basis-40"
      type="tel"
      autoComplete="tel-national"
      data-first-field
      required
      maxLength={32}
      value={value}
      onChange={({ target }) => {
        const typed = toAsciiDigits(target.value);
        // Formats only while the caret is at the end, because formatting moves the caret to the end.
        const isAppended = typed.length > value.length && target.selectionStart === typed.length;
        onChange({ phone: (isAppended && plans?.formatWhileTyping(country, typed)) || typed });
      }}
      onPaste={(event) => {
        if (split(event.clipboardData.getData('text'))) event.preventDefault();
      }}
      onBlur={({ target }) => void split(target.value)}
      error={error}
    />
  );
}
