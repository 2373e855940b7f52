import { useEffect, useRef, useState, type FormEvent, type Ref } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from '../../../i18n/translate';
import { Button, TextButton } from '../../../ui/Button';
import { FieldError, TextField } from '../../../ui/Field';
import { Segmented } from '../../../ui/Segmented';
import type { AuthField } from './auth-errors';
import type { Names } from './draft';
import { completeProfile, type Entry } from './sign-in';
import { useAuthForm } from './use-auth-form';
import { nameErrors } from './validation';

/**
 * Asks a signed-in user without a profile for the name: after the code of a new number, or because the sign-up
 * was interrupted.
 */
export function ProfileStep({
  names,
  onNames,
  onDone,
  onOther,
}: {
  names: Names;
  onNames: (part: Partial<Names>) => void;
  onDone: (entry: Entry) => void;
  /** Called when the user wants to use another account. */
  onOther: () => void;
}) {
  const { t } = useTranslation();
  const { busy, check, submit, getError } = useAuthForm();
  const name = useRef<HTMLInputElement>(null);
  useEffect(() => name.current?.focus(), []);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!check(event.currentTarget, nameErrors(names))) return;
    void submit(async () => onDone(await completeProfile(names)), 'createProfile');
  }

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <p className="text-ink-soft">{t('auth.profileText')}</p>
      <NameFields ref={name} names={names} onNames={onNames} getError={getError} />
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

/**
 * The field for first and last name. A link shows the account type and the name of the organization, which few
 * people need.
 */
export function NameFields({
  ref,
  names,
  onNames,
  getError,
}: {
  ref?: Ref<HTMLInputElement>;
  names: Names;
  onNames: (part: Partial<Names>) => void;
  getError: (field: AuthField) => string | undefined;
}) {
  const { t } = useTranslation();
  const isOrganization = names.accountType === 'organization';
  const [asksForType, setAsksForType] = useState(isOrganization);
  const orgName = useRef<HTMLInputElement>(null);

  function askForType() {
    flushSync(() => {
      setAsksForType(true);
      onNames({ accountType: 'organization' });
    });
    orgName.current?.focus();
  }

  return (
    <>
      {asksForType && (
        <Segmented
          legend={t('auth.accountType')}
          hideLegend
          value={names.accountType}
          onChange={(accountType) => onNames({ accountType })}
          segments={[
            { value: 'individual', label: t('auth.individual') },
            { value: 'organization', label: t('common.organization') },
          ]}
        />
      )}
      <TextField
        ref={ref}
        data-first-field
        label={t('auth.fullName')}
        autoComplete="name"
        required
        value={names.name}
        onChange={(event) => onNames({ name: event.target.value })}
        error={getError('names')}
      />
      {isOrganization && (
        <TextField
          ref={orgName}
          label={t('auth.orgName')}
          autoComplete="organization"
          required
          maxLength={120}
          value={names.orgName}
          onChange={(event) => onNames({ orgName: event.target.value })}
          error={getError('orgName')}
        />
      )}
      {!asksForType && (
        <div className="-my-3">
          <TextButton onClick={askForType}>{t('auth.forOrganization')}</TextButton>
        </div>
      )}
    </>
  );
}
