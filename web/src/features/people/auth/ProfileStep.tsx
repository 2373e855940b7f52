import type { AccountType } from '@sachet/shared/contracts/vocabulary';
import { useId, type FormEvent } from 'react';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { FieldError, TextField } from '../../../ui/Field';
import { Segmented } from '../../../ui/Segmented';
import type { AuthField } from './auth-errors';
import { completeProfile, type Entry } from './sign-in';
import { useAuthForm } from './use-auth-form';
import { nameErrors, type Names } from './validation';

/** Asks for the names to finish a sign-up that was interrupted before the profile was created. */
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

export function AccountTypeToggle({
  value,
  onChange,
}: {
  value: AccountType;
  onChange: (value: AccountType) => void;
}) {
  const { t } = useTranslation();
  return (
    <Segmented
      legend={t('auth.accountType')}
      hideLegend
      value={value}
      onChange={onChange}
      segments={[
        { value: 'individual', label: t('auth.individual') },
        { value: 'organization', label: t('common.organization') },
      ]}
    />
  );
}

/** The fields for first and last name and, if there is one, the name of the organization. */
export function NameFields({
  names,
  onNames,
  getError,
  isOptional = false,
}: {
  names: Names;
  onNames: (part: Partial<Names>) => void;
  getError: (field: AuthField) => string | undefined;
  /** Whether the names can be left out. Otherwise the first one gets the focus when the dialog opens. */
  isOptional?: boolean;
}) {
  const { t } = useTranslation();
  const errorId = useId();
  const error = getError('names');
  return (
    <>
      <div className="grid gap-1">
        <div className="grid fit-columns-7 gap-3">
          {(
            [
              ['firstName', 'given-name'],
              ['lastName', 'family-name'],
            ] as const
          ).map(([name, autoComplete]) => (
            <TextField
              key={name}
              data-first-field={(!isOptional && name === 'firstName') || undefined}
              label={t(`auth.${name}`)}
              autoComplete={autoComplete}
              required={!isOptional}
              maxLength={40}
              value={names[name]}
              onChange={(event) => onNames({ [name]: event.target.value })}
              aria-describedby={error ? errorId : undefined}
              // Both fields share one error line, but only an empty field is marked as invalid.
              aria-invalid={error && !names[name].trim() ? true : undefined}
            />
          ))}
        </div>
        <FieldError id={errorId}>{error}</FieldError>
      </div>
      {names.accountType === 'organization' && (
        <TextField
          label={t('auth.orgName')}
          autoComplete="organization"
          required={!isOptional}
          maxLength={120}
          value={names.orgName}
          onChange={(event) => onNames({ orgName: event.target.value })}
          error={getError('orgName')}
        />
      )}
    </>
  );
}
