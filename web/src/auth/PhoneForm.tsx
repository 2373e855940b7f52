import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { call } from '../api/client';
import { Button } from '../ui/Button';
import { FieldError, TextField } from '../ui/Field';
import { AccountTypeToggle } from './AccountTypeToggle';
import type { AuthDraft, OnDraft } from './auth-draft';
import { callingCode } from './country-code';
import { NameFields } from './NameFields';
import { sendOtp } from './sign-in';
import { useAuthForm } from './use-auth-form';
import { nameErrors, toPhoneNumber } from './validation';

/** Names and number. An unknown number gets a profile, so that both tabs ask for the same. */
export function PhoneForm({
  draft,
  onDraft,
  withAccountType,
  onSent,
}: {
  draft: AuthDraft;
  onDraft: OnDraft;
  withAccountType: boolean;
  onSent: (phone: string) => void;
}) {
  const { t } = useTranslation();
  const { busy, check, submit, getError } = useAuthForm();
  const country = useCountry() ?? null;
  const countryCode = draft.countryCode ?? `+${callingCode(country, navigator.languages)}`;

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const phone = toPhoneNumber(countryCode, draft.phone);
    const isComplete = check(event.currentTarget, {
      ...nameErrors(draft),
      ...(phone ? {} : { phone: 'phone' }),
    });
    if (!phone || !isComplete) return;
    void submit(async () => {
      await sendOtp(phone);
      onSent(phone);
    }, 'sendOtp');
  }

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      {withAccountType && (
        <AccountTypeToggle
          value={draft.accountType}
          onChange={(accountType) => onDraft({ accountType })}
        />
      )}
      <NameFields names={draft} onNames={onDraft} getError={getError} />
      <div className="flex flex-wrap gap-3">
        <TextField
          label={t('auth.countryCode')}
          className="basis-26"
          type="tel"
          autoComplete="tel-country-code"
          required
          maxLength={5}
          value={countryCode}
          onChange={(event) => onDraft({ countryCode: event.target.value })}
        />
        <TextField
          label={t('auth.phoneNumber')}
          className="grow basis-40"
          type="tel"
          autoComplete="tel-national"
          required
          maxLength={20}
          value={draft.phone}
          onChange={(event) => onDraft({ phone: event.target.value })}
          error={getError('phone')}
        />
      </div>
      <FieldError>{getError('form')}</FieldError>
      <Button type="submit" busy={busy}>
        {t('auth.sendOtp')}
      </Button>
    </form>
  );
}

/** `GET /api/geo`, asked once a visit; undefined until it has answered, and when it cannot. */
function useCountry(): string | null | undefined {
  const { data } = useSWR('/api/geo', (path: string) => call(path, 'GeoResponse'), {
    revalidateIfStale: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    shouldRetryOnError: false,
  });
  return data?.countryCode;
}
