import { revalidate } from '../../../api/keys';
import { useApi } from '../../../api/use-api';
import { Loaded } from '../../../app/base/Loaded';
import { useTranslation } from '../../../i18n/translate';
import { EmptyState } from '../../../ui/EmptyState';
import { Skeleton } from '../../../ui/Skeleton';
import { AdminPage } from '../frame/AdminPage';
import { useView, ViewLinks } from '../frame/views';
import { ProposalList } from './ProposalList';

const states = ['waiting', 'decided'] as const;

/** Lists large credits and roles that one super admin proposes and another one approves. */
export function ApprovalsPage() {
  const { t } = useTranslation();
  const state = useView('state', states);
  const read = useApi('GET /api/admin/proposals', { state });
  return (
    <AdminPage page="approvals">
      <p className="text-note text-ink-soft">{t('adminApprovals.about')}</p>
      <ViewLinks label={t('adminApprovals.states')} name="state" views={states}>
        {(view) => t(`adminApprovals.state.${view}`)}
      </ViewLinks>
      <Loaded
        compact
        read={{ data: read.data?.proposals, error: read.error, mutate: () => read.mutate() }}
        failed={t('adminApprovals.listFailed')}
        loading={<Skeleton className="h-44 w-full" />}
        empty={
          <EmptyState compact title={t(`adminApprovals.none.${state}`)}>
            {t(`adminApprovals.noneText.${state}`)}
          </EmptyState>
        }
      >
        {(proposals) => (
          <ProposalList proposals={proposals} onChanged={() => revalidate('/api/admin/')} />
        )}
      </Loaded>
    </AdminPage>
  );
}
