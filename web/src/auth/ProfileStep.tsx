import type { FormEvent } from 'react';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';
import { FieldError } from '../ui/Field';
import { AccountTypeToggle } from './AccountTypeToggle';
import { NameFields } from './NameFields';
import { completeProfile, type Entry } from './sign-in';
import { useAuthForm } from './use-auth-form';
import { nameErrors, type Names } from './validation';

/** A sign-up that was cut off between the account and the profile is finished here. */
export function ProfileStep({
  names,
  onNames,
  onDone,
  onOther,
}: {
  names: Names;
  onNames: (part: Partial<Names>) => void;
  onDone: (entry: Entry) => void;
  /** Signs in with another account. */
  onOther: () => void;
}) {
  const { t } = useTranslation();
  const { busy, check, submit, getError } = useAuthForm();

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!check(event.currentTarget, nameErrors(names))) return;
    void submit(async () => onDone(await completeProfile(names)), 'createProfile');
  }

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <p className="text-ink-soft">{t('auth.profileText')}</p>
      <AccountTypeToggle
        value={names.accountType}
        onChange={(accountType) => onNames({ accountType })}
      />
      <NameFields names={names} onNames={onNames} getError={getError} />
      <FieldError>{getError('form')}</FieldError>
      <Button type="submit" busy={busy}>
        {t('auth.saveProfile')}
      </Button>
      <Button look="plain" disabled={busy} onClick={onOther}>
        {t('auth.useOther')}
      </Button>
    </form>
  );
}
