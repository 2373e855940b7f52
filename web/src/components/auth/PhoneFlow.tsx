import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { guessCountryCode } from '../../auth/country-code';
import { sendOtp, verifyOtp, type Entry } from '../../auth/sign-in';
import {
  digitsOf,
  nameFaults,
  otpFault,
  phoneNumberOf,
  type Fault,
  type NameFaults,
  type Names,
} from '../../auth/validation';
import { Button } from '../../ui/Button';
import { FieldError, TextField } from '../../ui/Field';
import { InboxLink } from './InboxLink';
import { NameFields } from './NameFields';
import { useCountdown } from './use-countdown';
import { useSubmit } from './use-submit';

const resendSeconds = 30;

/** Number, code, in (specification, section 4). The same on both tabs. */
export function PhoneFlow({
  names,
  onNames,
  inboxUrl,
  onDone,
}: {
  names: Names;
  onNames: (names: Names) => void;
  inboxUrl?: string;
  onDone: (entry: Entry) => void;
}) {
  const { t } = useTranslation();
  const { busy, submit, faultOf } = useSubmit();
  const countdown = useCountdown(resendSeconds);
  const [countryCode, setCountryCode] = useState(() => `+${guessCountryCode(navigator.languages)}`);
  const [local, setLocal] = useState('');
  const [faults, setFaults] = useState<NameFaults & { phone?: Fault; otp?: Fault }>({});
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [otp, setOtp] = useState('');

  async function send(phone: string) {
    await submit(async () => {
      await sendOtp(phone);
      setSentTo(phone);
      setOtp('');
      countdown.start();
    }, 'sendOtp');
  }

  function onSendOtp(event: FormEvent) {
    event.preventDefault();
    const phone = phoneNumberOf(countryCode, local);
    const found = { ...nameFaults(names), ...(phone ? {} : { phone: 'phone' as const }) };
    setFaults(found);
    if (phone && Object.keys(found).length === 0) void send(phone);
  }

  function onVerify(event: FormEvent) {
    event.preventDefault();
    const fault = otpFault(otp);
    setFaults(fault ? { otp: fault } : {});
    if (!fault) void submit(async () => onDone(await verifyOtp(otp, names)), 'verifyOtp');
  }

  if (sentTo) {
    return (
      <form noValidate onSubmit={onVerify} className="grid gap-4">
        <p className="flex flex-wrap items-center justify-between gap-x-3">
          <span className="text-ink-soft">{t('auth.otpSent', { phone: sentTo })}</span>
          <button
            type="button"
            className="min-h-11 text-note font-semibold underline underline-offset-4"
            onClick={() => setSentTo(null)}
          >
            {t('auth.changeNumber')}
          </button>
        </p>
        <TextField
          label={t('auth.otp')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={otp}
          onChange={(event) => setOtp(digitsOf(event.target.value))}
          error={(faults.otp && t(`invalid.${faults.otp}`)) ?? faultOf('otp')}
          className="[&_input]:text-title [&_input]:tracking-[0.35em] [&_input]:tabular-nums"
        />
        <InboxLink url={inboxUrl}>{t('auth.inbox')}</InboxLink>
        <FieldError>{faultOf('form')}</FieldError>
        <Button type="submit" busy={busy}>
          {t('auth.verify')}
        </Button>
        <Button
          look="plain"
          disabled={busy || countdown.left > 0}
          onClick={() => void send(sentTo)}
          className="tabular-nums"
        >
          {countdown.left > 0 ? t('auth.resendIn', { seconds: countdown.left }) : t('auth.resend')}
        </Button>
      </form>
    );
  }

  return (
    <form noValidate onSubmit={onSendOtp} className="grid gap-4">
      <NameFields names={names} onNames={onNames} faults={faults} />
      <div className="grid grid-cols-[6.5rem_1fr] gap-3">
        <TextField
          label={t('auth.countryCode')}
          type="tel"
          autoComplete="tel-country-code"
          maxLength={5}
          value={countryCode}
          onChange={(event) => setCountryCode(event.target.value)}
        />
        <TextField
          label={t('auth.phoneNumber')}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          maxLength={20}
          value={local}
          onChange={(event) => setLocal(event.target.value)}
          error={(faults.phone && t(`invalid.${faults.phone}`)) ?? faultOf('phone')}
        />
      </div>
      <FieldError>{faultOf('form')}</FieldError>
      <Button type="submit" busy={busy}>
        {t('auth.sendOtp')}
      </Button>
    </form>
  );
}
