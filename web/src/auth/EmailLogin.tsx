import { useState, type FormEvent } from 'react';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';
import { FieldError } from '../ui/Field';
import { EmailField, PasswordField } from './EmailFields';
import { signInWithEmail, type Login } from './sign-in';
import { TextButton } from './TextButton';
import { useAuthForm } from './use-auth-form';
import { useEnter } from './use-enter';
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

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void submit(async () => onDone(await signInWithEmail(email, password)), 'login');
  }

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <EmailField
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
        {t('auth.signIn')}
      </Button>
    </form>
  );
}
