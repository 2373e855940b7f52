import {
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { isEnter } from '../../../browser/enter';
import { useTranslation } from '../../../i18n/translate';
import { Button, TextButton } from '../../../ui/Button';
import { FieldError, TextField } from '../../../ui/Field';
import { signInWithEmail, type Login } from './sign-in';
import { useAuthForm } from './use-auth-form';
import { isEmail } from './validation';

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
  const form = useLateFocus();

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void submit(async () => onDone(await signInWithEmail(email, password)), 'login');
  }

  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="grid gap-4">
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

type InputProps = Pick<ComponentProps<'input'>, 'onKeyDown'> & { 'data-first-field'?: true };

/**
 * The field for an email address. `wasSent` is true after the user pressed Enter, even if the form's button
 * is disabled.
 */
export function EmailField({
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

export function PasswordField({
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
export function useEnter() {
  const [wasSent, setWasSent] = useState(false);
  return {
    wasSent,
    onKeyDown: (event: KeyboardEvent) => {
      if (isEnter(event)) setWasSent(true);
    },
  };
}

/** Focuses the first field of a form that loaded after the dialog, which has the focus itself until then. */
export function useLateFocus(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (document.activeElement?.role !== 'dialog') return;
    form.current?.querySelector<HTMLElement>('[data-first-field]')?.focus();
  }, []);
  return form;
}
