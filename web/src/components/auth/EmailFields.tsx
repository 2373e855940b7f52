import { useTranslation } from 'react-i18next';
import { isEmail } from '../../auth/validation';
import { TextField } from '../../ui/Field';

export function EmailField({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange: (value: string) => void;
  error?: string;
}) {
  const { t } = useTranslation();
  const live = value !== '' && !isEmail(value) ? t('invalid.emailFormat') : undefined;
  return (
    <TextField
      label={t('auth.email')}
      type="email"
      autoComplete="email"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error ?? live}
    />
  );
}

export function PasswordField({
  value,
  onChange,
  error,
  isNew = false,
}: {
  value: string;
  onChange: (value: string) => void;
  error?: string;
  isNew?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <TextField
      label={t('auth.password')}
      type="password"
      autoComplete={isNew ? 'new-password' : 'current-password'}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      hint={isNew ? t('auth.passwordHint') : undefined}
      error={error}
    />
  );
}
