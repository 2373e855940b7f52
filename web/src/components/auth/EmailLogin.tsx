import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { signInWithEmail } from '../../auth/sign-in';
import { isEmail } from '../../auth/validation';
import { Button } from '../../ui/Button';
import { FieldError } from '../../ui/Field';
import { EmailField, PasswordField } from './EmailFields';
import { useSubmit } from './use-submit';

export function EmailLogin({ onDone }: { onDone: (state: { emailVerified: boolean }) => void }) {
  const { t } = useTranslation();
  const { busy, submit, faultOf } = useSubmit();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (isEmail(email)) {
      void submit(async () => onDone(await signInWithEmail(email, password)), 'login');
    }
  }

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <EmailField value={email} onChange={setEmail} error={faultOf('email')} />
      <PasswordField value={password} onChange={setPassword} error={faultOf('password')} />
      <FieldError>{faultOf('form')}</FieldError>
      <Button type="submit" busy={busy} disabled={!isEmail(email) || password === ''}>
        {t('auth.signIn')}
      </Button>
    </form>
  );
}
