import type { AdminNotice } from '@sachet/shared/admin/contracts/admin-notices';
import { toRemedyUrl } from '@sachet/shared/models/provider-remedies';
import { ExternalLink } from 'lucide-react';
import { providerName } from '../../../app/base/provider';
import { useTranslation } from '../../../i18n/translate';

/** Why a provider refuses, what to do and where, and the provider's own words. */
export function RefusalDetails({ notice }: { notice: AdminNotice }) {
  const { t } = useTranslation();
  if (notice.kind !== 'provider_refuses' && notice.kind !== 'prompts_unchecked') return null;
  const { provider, cause, status, code, detail } = notice.data;
  const modelId = notice.kind === 'provider_refuses' ? notice.data.modelId : null;
  const signs = [modelId, status, code].filter((part) => part !== null).join(' · ');
  const url = toRemedyUrl(provider, cause);
  return (
    <>
      <span>{t(`admin.refusal.${cause}`)}</span>
      {url && (
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-9 w-fit items-center gap-1 font-semibold underline underline-offset-2 pointer-coarse:min-h-11"
        >
          {t('admin.refusalPlace', { provider: providerName[provider] })}
          <ExternalLink aria-hidden className="size-3.5" />
          <span className="sr-only">{t('admin.newTab')}</span>
        </a>
      )}
      {detail && (
        <q lang="en" className="wrap-anywhere text-ink-soft">
          {detail}
        </q>
      )}
      {signs && <span className="wrap-anywhere text-ink-soft">{signs}</span>}
    </>
  );
}
