import { useState, type FormEvent } from 'react';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { FieldError } from '../../../ui/Field';
import type { AuthDraft, OnDraft } from './draft';
import { EmailField, PasswordField, useEnter, useLateFocus } from './EmailLogin';
import { NameFields } from './ProfileStep';
import { signUpWithEmail, type Entry } from './sign-in';
import { useAuthForm } from './use-auth-form';
import { isEmail, nameErrors, passwordError } from './validation';

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
  const form = useLateFocus();

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
    <form ref={form} noValidate onSubmit={onSubmit} className="grid gap-4">
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
