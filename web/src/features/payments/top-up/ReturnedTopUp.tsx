import { formatPrice } from '@sachet/shared/money';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { isFailure } from '../../../api/failure';
import { useWallet } from '../../../api/hooks';
import { useTopUp } from '../../../api/top-up';
import { openWallet } from '../../../app/base/dialogs';
import { savePending } from '../../studio/generation/pending';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { Button } from '../../../ui/Button';
import { withChange } from '../../../browser/url';
import { toOutcome } from './checkout-machine';
import { openedOrder } from './orders';
import { TopUpEnd } from './TopUpEnd';

const orderParameter = 'order';

/**
 * Shown when the gateway's own page returns the user to `/wallet?order=…`: the result of the payment, and a
 * button that continues the purchase. The purchase does not continue automatically, because the picture is
 * not visible here.
 */
export function ReturnedTopUp() {
  const [params, setParams] = useSearchParams();
  const [orderId] = useState(() => params.get(orderParameter));
  useEffect(() => {
    if (!params.has(orderParameter)) return;
    setParams(withChange(params, { [orderParameter]: null }), {
      replace: true,
      preventScrollReset: true,
    });
  }, [params, setParams]);
  return orderId && <Outcome orderId={orderId} />;
}

function Outcome({ orderId }: { orderId: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: wallet } = useWallet();
  const { data: topUp, error } = useTopUp(orderId);
  const [order] = useState(() => openedOrder(orderId));
  // Shows nothing, because the order belongs to another user or does not exist.
  if (isFailure(error, 'not_found', 'invalid')) return null;

  const resume = order?.resume ?? null;
  const price = formatPrice(resume?.price ?? 0);
  const canResume = resume !== null && wallet !== undefined && wallet.available >= resume.price;

  function goBack() {
    if (!order) return;
    if (resume && canResume) savePending({ kind: 'unlock', request: resume.unlock });
    void navigate(order.from);
  }

  /** Opens the wallet over the page where the payment began, because the purchase continues on that page. */
  function payAgain() {
    if (order) void navigate(order.from);
    openWallet(resume?.price ?? null, resume?.unlock ?? null);
  }

  const outcome = toOutcome(topUp);
  const cameFromElsewhere = order !== null && !order.from.startsWith(paths.wallet);
  return (
    <TopUpEnd topUp={topUp}>
      {outcome === 'failed' && <Button onClick={payAgain}>{t('common.tryAgain')}</Button>}
      {outcome === 'credited' && cameFromElsewhere && (
        <Button look={canResume ? 'money' : 'ink'} className="tabular-nums" onClick={goBack}>
          {canResume ? t('topUp.continue', { price }) : t('studioCommon.goBack')}
        </Button>
      )}
    </TopUpEnd>
  );
}
