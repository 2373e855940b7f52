import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { signUpWithEmail, type Entry } from '../../auth/sign-in';
import {
  isEmail,
  nameFaults,
  passwordFault,
  type Fault,
  type NameFaults,
  type Names,
} from '../../auth/validation';
import { Button } from '../../ui/Button';
import { FieldError } from '../../ui/Field';
import { EmailField, PasswordField } from './EmailFields';
import { NameFields } from './NameFields';
import { useSubmit } from './use-submit';

export function EmailSignUp({
  names,
  onNames,
  onDone,
}: {
  names: Names;
  onNames: (names: Names) => void;
  onDone: (entry: Entry) => void;
}) {
  const { t } = useTranslation();
  const { busy, submit, faultOf } = useSubmit();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [faults, setFaults] = useState<NameFaults & { email?: Fault; password?: Fault }>({});

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const wrongPassword = passwordFault(password);
    const found = {
      ...nameFaults(names),
      ...(isEmail(email) ? {} : { email: 'email' as const }),
      ...(wrongPassword ? { password: wrongPassword } : {}),
    };
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    void submit(async () => onDone(await signUpWithEmail(email, password, names)), 'signUp');
  }

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <NameFields names={names} onNames={onNames} faults={faults} />
      <EmailField
        value={email}
        onChange={setEmail}
        error={(faults.email && t(`invalid.${faults.email}`)) ?? faultOf('email')}
      />
      <PasswordField
        isNew
        value={password}
        onChange={setPassword}
        error={(faults.password && t(`invalid.${faults.password}`)) ?? faultOf('password')}
      />
      <FieldError>{faultOf('form')}</FieldError>
      <Button type="submit" busy={busy} disabled={!isEmail(email)}>
        {t('auth.createAccount')}
      </Button>
    </form>
  );
}
