import { useState, type FormEvent } from 'react';
import useSWR from 'swr';
import { call } from '../api/client';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';
import { FieldError, TextField } from '../ui/Field';
import { AccountTypeToggle } from './AccountTypeToggle';
import type { AuthDraft, OnDraft } from './auth-draft';
import { callingCode } from './country-code';
import { NameFields } from './NameFields';
import { sendOtp } from './sign-in';
import { useAuthForm } from './use-auth-form';
import { nameErrors, toPhoneNumber } from './validation';

/** Names and number. An unknown number gets a profile on both tabs; at Login its names may come after. */
export function PhoneForm({
  draft,
  onDraft,
  isLogin,
  onSent,
}: {
  draft: AuthDraft;
  onDraft: OnDraft;
  /** Only somebody new has names to tell there. */
  isLogin: boolean;
  onSent: (phone: string) => void;
}) {
  const { t } = useTranslation();
  const { busy, check, submit, getError } = useAuthForm();
  const country = useCountry() ?? null;
  const [isNew, setIsNew] = useState(!isLogin);
  const countryCode = draft.countryCode ?? `+${callingCode(country, navigator.languages)}`;

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const phone = toPhoneNumber(countryCode, draft.phone);
    const isComplete = check(event.currentTarget, {
      ...(isNew ? nameErrors(draft) : {}),
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
      {!isLogin && <NameFields names={draft} onNames={onDraft} getError={getError} />}
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
          data-first-field={isLogin || undefined}
          required
          maxLength={20}
          value={draft.phone}
          onChange={(event) => onDraft({ phone: event.target.value })}
          error={getError('phone')}
        />
      </div>
      {isLogin && (
        <details
          open={isNew}
          onToggle={(event) => setIsNew(event.currentTarget.open)}
          className="rounded-xl bg-sunk/60 px-4"
        >
          <summary className="min-h-11 cursor-pointer content-center font-semibold">
            {t('auth.newHere')}
          </summary>
          <div className="grid gap-4 pb-4">
            <AccountTypeToggle
              value={draft.accountType}
              onChange={(accountType) => onDraft({ accountType })}
            />
            <NameFields names={draft} onNames={onDraft} getError={getError} isFirst={false} />
          </div>
        </details>
      )}
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
