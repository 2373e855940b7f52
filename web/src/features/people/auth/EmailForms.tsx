import { useState, type ComponentProps, type FormEvent, type KeyboardEvent } from 'react';
import { isEnter } from '../../../browser/enter';
import { useTranslation } from '../../../i18n/translate';
import { Button, TextButton } from '../../../ui/Button';
import { FieldError, TextField } from '../../../ui/Field';
import { Notice } from '../../../ui/Notice';
import type { AuthDraft, OnDraft } from './draft';
import { InboxLink } from './UnverifiedEmail';
import { NameFields } from './ProfileStep';
import {
  sendPasswordReset,
  signInWithEmail,
  signUpWithEmail,
  type Entry,
  type Login,
} from './sign-in';
import { useAuthForm } from './use-auth-form';
import { isEmail, nameErrors, passwordError } from './validation';

export function EmailLogin({
  email,
  onEmail,
  onForgotten,
  onDone,
}: {
  email: string;
  onEmail: (email: string) => void;
  onForgotten: () => void;
  onDone: (login: Login) => void;
}) {
  const { t } = useTranslation();
  const { busy, submit, getError } = useAuthForm();
  const { wasSent, onKeyDown } = useEnter();
  const [password, setPassword] = useState('');

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void submit(async () => onDone(await signInWithEmail(email, password)), 'login');
  }

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <EmailField
        data-first-field
        value={email}
        onChange={onEmail}
        error={getError('email')}
        wasSent={wasSent}
        onKeyDown={onKeyDown}
      />
      <div className="grid justify-items-end">
        <div className="w-full">
          <PasswordField
            value={password}
            onChange={setPassword}
            error={getError('password')}
            onKeyDown={onKeyDown}
          />
        </div>
        <TextButton onClick={onForgotten}>{t('auth.forgotPassword')}</TextButton>
      </div>
      <FieldError>{getError('form')}</FieldError>
      <Button type="submit" busy={busy} disabled={!isEmail(email) || password === ''}>
        {t('common.signIn')}
      </Button>
    </form>
  );
}

export function EmailSignUp({
  draft,
  onDraft,
  onDone,
}: {
  draft: AuthDraft;
  onDraft: OnDraft;
  onDone: (entry: Entry) => void;
}) {
  const { t } = useTranslation();
  const { busy, check, submit, getError } = useAuthForm();
  const { wasSent, onKeyDown } = useEnter();
  const [password, setPassword] = useState('');

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const wrongPassword = passwordError(password);
    const isComplete = check(event.currentTarget, {
      ...nameErrors(draft),
      ...(wrongPassword ? { password: wrongPassword } : {}),
    });
    if (!isComplete) return;
    void submit(async () => onDone(await signUpWithEmail(draft.email, password, draft)), 'signUp');
  }

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <NameFields names={draft} onNames={onDraft} getError={getError} />
      <EmailField
        value={draft.email}
        onChange={(email) => onDraft({ email })}
        error={getError('email')}
        wasSent={wasSent}
        onKeyDown={onKeyDown}
      />
      <PasswordField
        isNew
        value={password}
        onChange={setPassword}
        error={getError('password')}
        onKeyDown={onKeyDown}
      />
      <FieldError>{getError('form')}</FieldError>
      <Button type="submit" busy={busy} disabled={!isEmail(draft.email)}>
        {t('auth.createAccount')}
      </Button>
    </form>
  );
}

export function ForgotPassword({
  email,
  onEmail,
  inboxUrl,
  onBack,
}: {
  email: string;
  onEmail: (email: string) => void;
  inboxUrl?: string;
  onBack: () => void;
}) {
  const { t } = useTranslation();
  const { busy, submit, getError } = useAuthForm();
  const { wasSent, onKeyDown } = useEnter();
  const [sentTo, setSentTo] = useState<string | null>(null);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void submit(async () => {
      await sendPasswordReset(email);
      setSentTo(email.trim());
    }, 'sendReset');
  }

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <p className="text-ink-soft">{t('auth.resetText')}</p>
      <EmailField
        value={email}
        onChange={onEmail}
        error={getError('email')}
        wasSent={wasSent}
        onKeyDown={onKeyDown}
      />
      <Notice role="status" tone="good">
        {sentTo && t('auth.resetSent', { email: sentTo })}
      </Notice>
      {sentTo && <InboxLink url={inboxUrl}>{t('auth.inboxMail')}</InboxLink>}
      <FieldError>{getError('form')}</FieldError>
      <Button type="submit" busy={busy} disabled={!isEmail(email)}>
        {t(sentTo ? 'auth.resendEmail' : 'auth.sendReset')}
      </Button>
      <Button look="plain" onClick={onBack}>
        {t('auth.backToLogin')}
      </Button>
    </form>
  );
}

type InputProps = Pick<ComponentProps<'input'>, 'onKeyDown'> & { 'data-first-field'?: true };

/**
 * The field for an email address. `wasSent` is true after the user pressed Enter, even if the form's button
 * is disabled.
 */
function EmailField({
  value,
  onChange,
  error,
  wasSent,
  ...input
}: InputProps & {
  value: string;
  onChange: (value: string) => void;
  error?: string;
  wasSent: boolean;
}) {
  const { t } = useTranslation();
  return (
    <TextField
      {...input}
      label={t('common.email')}
      type="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={254}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={isEmail(value) ? error : wordsFor()}
    />
  );

  function wordsFor(): string | undefined {
    if (wasSent) return t('invalid.email');
    return value === '' ? undefined : t('invalid.emailFormat');
  }
}

function PasswordField({
  value,
  onChange,
  error,
  isNew = false,
  ...input
}: InputProps & {
  value: string;
  onChange: (value: string) => void;
  error?: string;
  isNew?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <TextField
      {...input}
      label={t('auth.password')}
      type="password"
      autoComplete={isNew ? 'new-password' : 'current-password'}
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
      hint={isNew ? t('auth.passwordHint') : undefined}
      error={error}
    />
  );
}

/**
 * Tracks whether the user pressed Enter in a field. If the button is disabled, Enter does not submit the
 * form, so its error messages would not appear (docs/product.md, Validation).
 */
function useEnter() {
  const [wasSent, setWasSent] = useState(false);
  return {
    wasSent,
    onKeyDown: (event: KeyboardEvent) => {
      if (isEnter(event)) setWasSent(true);
    },
  };
}
