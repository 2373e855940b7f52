import type { AdminOrganization } from '@sachet/shared/admin/contracts/admin-users';
import { useEffect, useState } from 'react';
import { useApi } from '../../../api/use-api';
import { isEnter } from '../../../browser/enter';
import { useTranslation } from '../../../i18n/translate';
import { Money } from '../../../ui/Money';
import { CompactField } from '../frame/fields';

/** The pause before a search (docs/product.md, Numbers). */
const debounceMs = 300;

/** Finds organizations by name and fills in the id of the chosen one. Failures show no message. */
export function OrganizationSearch({
  onChoose,
}: {
  onChoose: (organization: AdminOrganization) => void;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const query = useDebounced(typed.trim());
  const { data } = useApi('GET /api/admin/organizations', query ? { q: query } : null, {
    keepPreviousData: true,
  });
  const found = query === '' ? null : (data?.organizations ?? null);
  return (
    <div className="grid content-start gap-1">
      <CompactField
        label={t('adminUsers.organizationSearch')}
        type="search"
        placeholder={t('adminUsers.organizationSearchHint')}
        value={typed}
        onChange={setTyped}
        onKeyDown={(event) => {
          // Prevents Enter from submitting the surrounding form.
          if (isEnter(event)) event.preventDefault();
        }}
      />
      <p role="status" className="sr-only">
        {found && t('adminUsers.organizationsFound', { number: found.length })}
      </p>
      {found && (
        <ul
          aria-label={t('adminUsers.organizationSearch')}
          className="max-h-44 overflow-y-auto rounded-lg border border-fold bg-packet text-note empty:hidden"
        >
          {found.length === 0 && (
            <li className="px-2.5 py-2 text-ink-soft">{t('adminUsers.noOrganization')}</li>
          )}
          {found.map((organization) => (
            <li key={organization.id}>
              <button
                type="button"
                onClick={() => {
                  onChoose(organization);
                  setTyped('');
                }}
                className="flex min-h-9 w-full items-center justify-between gap-3 px-2.5 text-left hover:bg-sunk focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
              >
                <span className="min-w-0 truncate font-semibold">{organization.name}</span>
                <span className="text-ink-soft">
                  <Money rupees={organization.walletBalance} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Debounces the typed text, but returns an empty text immediately. */
function useDebounced(typed: string): string {
  const [debounced, setDebounced] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(typed), debounceMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return typed === '' ? '' : debounced;
}
