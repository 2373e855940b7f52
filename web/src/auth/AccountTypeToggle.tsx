import type { AccountType } from '@sachet/shared/contracts/vocabulary';
import { useTranslation } from '../i18n/translate';
import { Segmented } from '../ui/Segmented';

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
        { value: 'organization', label: t('auth.organization') },
      ]}
    />
  );
}
