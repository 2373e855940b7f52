import { useApi } from '../../api/use-api';
import { Loaded } from '../../app/Loaded';
import { useTranslation } from '../../i18n/translate';
import { Skeleton } from '../../ui/Skeleton';
import { AdminPage } from '../frame/AdminPage';
import { CampaignForm } from './CampaignForm';
import { GiftCodes } from './GiftCodes';

/** The campaign for bringing friends with its figures, and the gift codes. */
export function GrowthPage() {
  const { t } = useTranslation();
  const read = useApi('GET /api/admin/growth');
  return (
    <AdminPage page="growth">
      <Loaded
        compact
        read={read}
        failed={t('adminGrowth.failed')}
        loading={
          <div className="grid gap-4 lg:grid-cols-2">
            <Skeleton className="h-96" />
            <Skeleton className="h-96" />
          </div>
        }
      >
        {(data) => (
          <div className="grid items-start gap-8 lg:grid-cols-[22rem_minmax(0,1fr)]">
            <CampaignForm
              key={JSON.stringify(data.campaign)}
              data={data}
              onSettled={() => read.mutate()}
            />
            <GiftCodes data={data} onSettled={() => read.mutate()} />
          </div>
        )}
      </Loaded>
    </AdminPage>
  );
}
