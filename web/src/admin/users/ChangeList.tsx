import { useTranslation } from '../../i18n/translate';
import type { AccountForm } from './account-changes';
import { toRoleLabel } from './user-labels';

const names = ['role', 'organizationId', 'firstName', 'lastName', 'phoneNumber'] as const;

/** What 'Save profile' will change, from what to what. */
export function ChangeList({ before, after }: { before: AccountForm; after: AccountForm }) {
  const { t } = useTranslation();
  const labels = {
    role: t('adminUsers.role'),
    organizationId: t('adminUsers.organizationId'),
    firstName: t('adminUsers.firstName'),
    lastName: t('adminUsers.lastName'),
    phoneNumber: t('adminUsers.phone'),
  };
  const show = (form: AccountForm, name: (typeof names)[number]) =>
    name === 'role' ? toRoleLabel(t, form.role) : form[name].trim() || t('admin.nothing');
  return (
    <dl className="grid gap-1 text-note">
      {names
        .filter((name) => before[name] !== after[name].trim())
        .map((name) => (
          <div key={name}>
            <dt className="inline font-semibold">{labels[name]}: </dt>
            <dd className="inline">
              <del className="text-ink-soft">{show(before, name)}</del>
              {' → '}
              <ins className="no-underline">{show(after, name)}</ins>
            </dd>
          </div>
        ))}
    </dl>
  );
}
