import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from '../../../i18n/translate';
import { Button, TextButton } from '../../../ui/Button';
import { FieldError, TextField } from '../../../ui/Field';
import { InboxLink } from './InboxLink';
import { findCode, otpError, toTypedCode } from './validation';
import { sendOtp, verifyOtp, type Entry } from './sign-in';
import { useAuthForm } from './use-auth-form';
import { useWait } from './code-wait';

export function OtpForm({
  phone,
  verificationId,
  inboxUrl,
  onResent,
  onChangeNumber,
  onDone,
}: {
  /** The number to which the code was sent. */
  phone: string;
  verificationId: string;
  inboxUrl?: string;
  onResent: (verificationId: string) => void;
  onChangeNumber: () => void;
  onDone: (entry: Entry) => void;
}) {
  const { t } = useTranslation();
  const { busy, check, submit, getError } = useAuthForm();
  const wait = useWait();
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
    void submit(async () => onDone(await verifyOtp(verificationId, code)), 'verifyOtp');
  }

  function show(code: string) {
    if (code === otp) return;
    setOtp(code);
    // Sends a complete code without a press of the button.
    if (otpError(code) === null) verify(code);
  }

  function resend() {
    void submit(async () => {
      onResent(await sendOtp(phone));
      setOtp('');
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
        enterKeyHint="done"
        required
        // There is no maxLength, because the browser would cut a pasted message before the code is found.
        value={otp}
        onChange={(event) => show(toTypedCode(event.target.value))}
        onPaste={(event) => {
          const code = findCode(event.clipboardData.getData('text'));
          if (!code) return;
          event.preventDefault();
          show(code);
        }}
        error={getError('otp')}
        className="[&_input]:figure-title [&_input]:tracking-[0.35em] [&_input]:tabular-nums"
      />
      <InboxLink url={inboxUrl}>{t('auth.inbox')}</InboxLink>
      <FieldError>{getError('form')}</FieldError>
      <Button type="submit" busy={busy}>
        {t('auth.verify')}
      </Button>
      <Button look="plain" disabled={busy || wait > 0} onClick={resend} className="tabular-nums">
        {wait > 0 ? t('auth.resendIn', { seconds: wait }) : t('auth.resend')}
      </Button>
    </form>
  );
}
