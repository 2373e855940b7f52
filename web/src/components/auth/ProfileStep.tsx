import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { signOut } from '../../auth/session';
import { completeProfile, type Entry } from '../../auth/sign-in';
import { nameFaults, type NameFaults, type Names } from '../../auth/validation';
import { Button } from '../../ui/Button';
import { FieldError } from '../../ui/Field';
import { NameFields } from './NameFields';
import { useSubmit } from './use-submit';

/** A sign-up that was cut off between the account and the profile is finished here. */
export function ProfileStep({
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
  const [faults, setFaults] = useState<NameFaults>({});

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const found = nameFaults(names);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    void submit(async () => onDone(await completeProfile(names)), 'createProfile');
  }

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <p className="text-ink-soft">{t('auth.profileText')}</p>
      <NameFields names={names} onNames={onNames} faults={faults} />
      <FieldError>{faultOf('form')}</FieldError>
      <Button type="submit" busy={busy}>
        {t('auth.saveProfile')}
      </Button>
      <Button look="plain" disabled={busy} onClick={() => void signOut()}>
        {t('auth.useOther')}
      </Button>
    </form>
  );
}
