import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';
import { FieldError, TextField } from '../ui/Field';
import { InboxLink } from './InboxLink';
import { sendOtp, verifyOtp, type Entry } from './sign-in';
import { TextButton } from './TextButton';
import { useAuthForm } from './use-auth-form';
import { toDigits, otpError, type Names } from './validation';

/** docs/product.md, Numbers. */
const resendSeconds = 30;

export function OtpForm({
  phone,
  names,
  inboxUrl,
  onChangeNumber,
  onDone,
}: {
  /** Where the code was sent. */
  phone: string;
  names: Names;
  inboxUrl?: string;
  onChangeNumber: () => void;
  onDone: (entry: Entry) => void;
}) {
  const { t } = useTranslation();
  const { busy, check, submit, getError } = useAuthForm();
  const countdown = useCountdown(resendSeconds);
  const [otp, setOtp] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const error = otpError(otp);
    if (!check(event.currentTarget, error ? { otp: error } : {})) return;
    verify(otp);
  }

  function verify(code: string) {
    void submit(async () => onDone(await verifyOtp(code, names)), 'verifyOtp');
  }

  function resend() {
    void submit(async () => {
      await sendOtp(phone);
      setOtp('');
      countdown.restart();
      input.current?.focus();
    }, 'sendOtp');
  }

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <p className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="text-ink-soft">{t('auth.otpSent', { phone })}</span>
        <TextButton onClick={onChangeNumber}>{t('auth.changeNumber')}</TextButton>
      </p>
      <TextField
        ref={input}
        label={t('auth.otp')}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        maxLength={6}
        value={otp}
        onChange={(event) => {
          const typed = toDigits(event.target.value);
          setOtp(typed);
          // A whole code needs no button.
          if (otpError(typed) === null) verify(typed);
        }}
        error={getError('otp')}
        className="[&_input]:figure-title [&_input]:tracking-[0.35em] [&_input]:tabular-nums"
      />
      <InboxLink url={inboxUrl}>{t('auth.inbox')}</InboxLink>
      <FieldError>{getError('form')}</FieldError>
      <Button type="submit" busy={busy}>
        {t('auth.verify')}
      </Button>
      <Button
        look="plain"
        disabled={busy || countdown.left > 0}
        onClick={resend}
        className="tabular-nums"
      >
        {countdown.left > 0 ? t('auth.resendIn', { seconds: countdown.left }) : t('auth.resend')}
      </Button>
    </form>
  );
}

/** Whole seconds left until `seconds` after it was first shown, or after the last `restart`. */
function useCountdown(seconds: number): { left: number; restart: () => void } {
  const [endsAtMs, setEndsAtMs] = useState(() => Date.now() + seconds * 1000);
  const [left, setLeft] = useState(seconds);

  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((endsAtMs - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [endsAtMs]);

  return { left, restart: () => setEndsAtMs(Date.now() + seconds * 1000) };
}
