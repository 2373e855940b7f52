import { useState, type FormEvent } from 'react';
import useSWR from 'swr';
import { call } from '../api/client';
import { toPhoneNumber } from '../app/phone-number';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';
import { FieldError } from '../ui/Field';
import { AccountTypeToggle } from './AccountTypeToggle';
import type { AuthDraft, OnDraft } from './auth-draft';
import { guessCountry } from './country';
import { CountryField } from './CountryField';
import { NameFields } from './NameFields';
import { PhoneField } from './PhoneField';
import { sendOtp } from './sign-in';
import { TextButton } from './TextButton';
import { useAuthForm } from './use-auth-form';
import { useWait } from './use-wait';
import { nameErrors } from './validation';

/** Names and number. An unknown number gets a profile on both tabs; at Login its names may come after. */
export function PhoneForm({
  draft,
  onDraft,
  isLogin,
  sentTo,
  onSent,
  onHaveCode,
}: {
  draft: AuthDraft;
  onDraft: OnDraft;
  /** Only somebody new has names to tell there. */
  isLogin: boolean;
  /** The number that has a code on its way, or null. */
  sentTo: string | null;
  onSent: (sent: { phone: string; verificationId: string }) => void;
  onHaveCode: () => void;
}) {
  const { t } = useTranslation();
  const { busy, check, submit, getError } = useAuthForm();
  const visitorCountry = useVisitorCountry() ?? null;
  const [isNew, setIsNew] = useState(!isLogin);
  const wait = useWait();
  const country = draft.country ?? guessCountry(visitorCountry, navigator.languages);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const phone = toPhoneNumber(country, draft.phone);
    const isComplete = check(event.currentTarget, {
      ...(isNew ? nameErrors(draft) : {}),
      ...(phone ? {} : { phone: 'phone' }),
    });
    if (!phone || !isComplete || wait > 0) return;
    void submit(async () => {
      onSent({ phone, verificationId: await sendOtp(phone) });
    }, 'sendOtp');
  }

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      {!isLogin && <NameFields names={draft} onNames={onDraft} getError={getError} />}
      <div className="flex flex-wrap gap-3">
        <CountryField value={country} onChange={(chosen) => onDraft({ country: chosen })} />
        <PhoneField
          country={country}
          value={draft.phone}
          isFirst={isLogin}
          error={getError('phone')}
          onChange={onDraft}
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
      <Button type="submit" busy={busy} disabled={wait > 0} className="tabular-nums">
        {wait > 0 ? t('auth.sendOtpIn', { seconds: wait }) : t('auth.sendOtp')}
      </Button>
      {sentTo && (
        <TextButton onClick={onHaveCode}>{t('auth.haveCode', { phone: sentTo })}</TextButton>
      )}
    </form>
  );
}

/** `GET /api/geo`, asked once a visit; undefined until it has answered, and when it cannot. */
function useVisitorCountry(): string | null | undefined {
  const { data } = useSWR('/api/geo', (path: string) => call(path, 'GeoResponse'), {
    revalidateIfStale: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    shouldRetryOnError: false,
  });
  return data?.countryCode;
}
