import { useSearchParams } from 'react-router-dom';
import { useProposals } from '../../api/admin-proposals';
import { revalidateUsers } from '../../api/admin-users';
import { LoadError } from '../../app/Loaded';
import { useTranslation } from '../../i18n/translate';
import { Skeleton } from '../../ui/Skeleton';
import { AdminPage, ViewLink } from '../frame/AdminPage';
import { ProposalList } from './ProposalList';

const states = ['waiting', 'decided'] as const;

/** Large credits and roles that one super admin proposed and another one has to approve. */
export function ApprovalsPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const state = params.get('state') === 'decided' ? 'decided' : 'waiting';
  const { data, error, mutate } = useProposals(state);
  const proposals = data?.proposals;
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
      {error && !proposals && (
        <LoadError
          compact
          title={t('adminApprovals.listFailed')}
          error={error}
          onRetry={() => mutate()}
        />
      )}
      {!error && !proposals && <Skeleton className="h-44 w-full" />}
      {proposals?.length === 0 && (
        <p role="status" className="border-y border-fold py-6 text-ink-soft">
          {t(state === 'waiting' ? 'adminApprovals.noneWaiting' : 'adminApprovals.noneDecided')}
        </p>
      )}
      {proposals && proposals.length > 0 && (
        <ProposalList proposals={proposals} onChanged={revalidateUsers} />
      )}
    </AdminPage>
  );
}
