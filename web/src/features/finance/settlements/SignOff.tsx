import type { MonthResponse } from '@sachet/shared/finance/contracts/admin-settlements';
import { useState } from 'react';
import { api } from '../../../api/client';
import { useApi } from '../../../api/use-api';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { ActorName, MomentCell } from '../../admin/frame/cells';
import { ReasonForm } from '../../admin/frame/confirm';

/** Signs a month off when it is over. A super admin can reopen it. */
export function SignOff({
  data,
  isOver,
  onChanged,
}: {
  data: MonthResponse;
  isOver: boolean;
  onChanged: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const { data: me } = useApi('GET /api/admin/me');
  const [isAsking, setIsAsking] = useState(false);
  const { month, lock } = data;
  const mayUnlock = lock !== null && me?.isSuperAdmin === true;
  const action = t(lock ? 'adminSettlements.unlock' : 'adminSettlements.lock');
  return (
    <>
      {lock && (
        <p className="border-l-2 border-leaf pl-3">
          {t('adminSettlements.locked')} <MomentCell timestamp={lock.at} />{' '}
          <ActorName actor={lock.by} /> <span className="font-semibold">{lock.note}</span>
        </p>
      )}
      <Notice tone="bad" compact>
        {lock?.hasChanged && t('adminSettlements.changedSince')}
      </Notice>
      <div className="flex flex-wrap gap-2">
        {!isAsking && ((!lock && isOver) || mayUnlock) && (
          <Button size="compact" look={lock ? 'outline' : 'ink'} onClick={() => setIsAsking(true)}>
            {action}
          </Button>
        )}
        {!lock && !isOver && <p className="text-ink-soft">{t('adminSettlements.monthRunning')}</p>}
      </div>
      {isAsking && (
        <ReasonForm
          about={month}
          action={action}
          failed={t('adminSettlements.lockFailed')}
          done={t(lock ? 'adminSettlements.unlocked' : 'adminSettlements.lockDone')}
          onAct={(note) =>
            api(lock ? 'POST /api/admin/month/unlock' : 'POST /api/admin/month/lock', {
              body: { month, note },
            })
          }
          onSettled={onChanged}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
