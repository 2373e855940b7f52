import { formatPrice } from '@sachet/shared/money';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../api/hooks';
import { useSession } from '../session/session';
import { advertisedBonusRupees } from '../app/bonus';
import { openAuth } from '../app/dialogs';
import { InvitationBanner } from './InvitationBanner';

export function Banners() {
  const { t } = useTranslation();
  const session = useSession();
  const { data: config } = useConfig();
  const amount = formatPrice(config?.signupBonus ?? advertisedBonusRupees);
  return (
    <>
      <p className="bg-band px-4 py-2 text-center text-note text-on-band">{t('shell.providers')}</p>
      {session.status === 'signed-out' && (
        <button
          type="button"
          onClick={() => openAuth('sign-up')}
          className="min-h-11 w-full bg-marigold-wash px-4 py-2 text-center text-note hover:underline"
        >
          <span className="font-bold">{t('shell.bonus', { amount })}</span>{' '}
          <span>{t('shell.bonusNote')}</span>
        </button>
      )}
      <InvitationBanner />
    </>
  );
}
