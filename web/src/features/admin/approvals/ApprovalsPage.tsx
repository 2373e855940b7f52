import { useSearchParams } from 'react-router-dom';
import { revalidate } from '../../../api/keys';
import { useApi } from '../../../api/use-api';
import { Loaded } from '../../../app/base/Loaded';
import { useTranslation } from '../../../i18n/translate';
import { Skeleton } from '../../../ui/Skeleton';
import { AdminPage, ViewLink } from '../frame/AdminPage';
import { NoRows } from '../frame/DataTable';
import { ProposalList } from './ProposalList';

const states = ['waiting', 'decided'] as const;

/** Lists large credits and roles that one super admin proposes and another one approves. */
export function ApprovalsPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const state = params.get('state') === 'decided' ? 'decided' : 'waiting';
  const read = useApi('GET /api/admin/proposals', { state });
  return (
    <AdminPage page="approvals">
      <p className="text-note text-ink-soft">{t('adminApprovals.about')}</p>
      <nav aria-label={t('adminApprovals.states')} className="flex flex-wrap gap-1.5">
        {states.map((each) => (
          <ViewLink
            key={each}
            to={each === 'waiting' ? '?' : `?state=${each}`}
            isCurrent={each === state}
          >
            {t(`adminApprovals.state.${each}`)}
          </ViewLink>
        ))}
      </nav>
      <Loaded
        compact
        read={{ data: read.data?.proposals, error: read.error, mutate: () => read.mutate() }}
        failed={t('adminApprovals.listFailed')}
        loading={<Skeleton className="h-44 w-full" />}
        empty={
          <NoRows>
            {t(state === 'waiting' ? 'adminApprovals.noneWaiting' : 'adminApprovals.noneDecided')}
          </NoRows>
        }
      >
        {(proposals) => (
          <ProposalList proposals={proposals} onChanged={() => revalidate('/api/admin/')} />
        )}
      </Loaded>
    </AdminPage>
  );
}
