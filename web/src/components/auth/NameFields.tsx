import { useTranslation } from 'react-i18next';
import type { NameFaults, Names } from '../../auth/validation';
import { FieldError, TextField } from '../../ui/Field';
import { Segmented } from '../../ui/Segmented';

export function NameFields({
  names,
  onNames,
  faults,
}: {
  names: Names;
  onNames: (names: Names) => void;
  faults: NameFaults;
}) {
  const { t } = useTranslation();
  const set = (part: Partial<Names>) => onNames({ ...names, ...part });
  return (
    <>
      <Segmented
        legend={t('auth.accountType')}
        hideLegend
        value={names.accountType}
        onChange={(accountType) => set({ accountType })}
        segments={[
          { value: 'individual', label: t('auth.individual') },
          { value: 'organization', label: t('auth.organization') },
        ]}
      />
      <div className="grid gap-1">
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label={t('auth.firstName')}
            autoComplete="given-name"
            maxLength={80}
            value={names.firstName}
            onChange={(event) => set({ firstName: event.target.value })}
            aria-invalid={faults.names && !names.firstName.trim() ? true : undefined}
          />
          <TextField
            label={t('auth.lastName')}
            autoComplete="family-name"
            maxLength={80}
            value={names.lastName}
            onChange={(event) => set({ lastName: event.target.value })}
            aria-invalid={faults.names && !names.lastName.trim() ? true : undefined}
          />
        </div>
        <FieldError>{faults.names && t(`invalid.${faults.names}`)}</FieldError>
      </div>
      {names.accountType === 'organization' && (
        <TextField
          label={t('auth.orgName')}
          autoComplete="organization"
          maxLength={120}
          value={names.orgName}
          onChange={(event) => set({ orgName: event.target.value })}
          error={faults.orgName && t(`invalid.${faults.orgName}`)}
        />
      )}
    </>
  );
}
