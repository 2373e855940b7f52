import type { ComponentProps } from 'react';
import { useTranslation } from '../i18n/translate';
import { TextField } from '../ui/Field';
import { isEmail } from './validation';

type InputProps = Pick<ComponentProps<'input'>, 'onKeyDown'>;

/** `wasSent`: somebody pressed Enter, which a form whose button is off does not pass on. */
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
      label={t('auth.email')}
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
