import { useId } from 'react';
import { useTranslation } from '../i18n/translate';
import { FieldError, TextField } from '../ui/Field';
import type { AuthField } from './auth-errors';
import type { Names } from './validation';

/** First and last name, and the organisation's where there is one. */
export function NameFields({
  names,
  onNames,
  getError,
  isFirst = true,
}: {
  names: Names;
  onNames: (part: Partial<Names>) => void;
  getError: (field: AuthField) => string | undefined;
  /** Whether a dialog that opens begins here. */
  isFirst?: boolean;
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
              data-first-field={(isFirst && name === 'firstName') || undefined}
              label={t(`auth.${name}`)}
              autoComplete={autoComplete}
              required
              maxLength={80}
              value={names[name]}
              onChange={(event) => onNames({ [name]: event.target.value })}
              aria-describedby={error ? errorId : undefined}
              // The one line says what both lack; a field that has something in it is not marked.
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
          required
          maxLength={120}
          value={names.orgName}
          onChange={(event) => onNames({ orgName: event.target.value })}
          error={getError('orgName')}
        />
      )}
    </>
  );
}
