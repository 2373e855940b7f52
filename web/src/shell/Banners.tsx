import { formatPrice } from '@sachet/shared/money';
import { useConfig, useProfile } from '../api/hooks';
import { useInvitations } from '../api/invitations';
import { advertisedBonusRupees } from '../app/bonus';
import { openAuth } from '../app/dialogs';
import { Link, useLocation } from '../browser/router';
import { useTranslation } from '../i18n/translate';
import { paths } from '../paths';
import { useSession } from '../session/session';
import { RulesNotice } from './RulesNotice';

export function Banners() {
  const { t } = useTranslation();
  const session = useSession();
  const { data: config } = useConfig();
  const amount = formatPrice(config?.signupBonus ?? advertisedBonusRupees);
  return (
    <>
      <p className="bg-band px-2 py-0.5 text-center text-note text-on-band sm:px-4 sm:py-2">
        {t('shell.providers')}
      </p>
      {session.status === 'signed-out' && (
        <button
          type="button"
          onClick={() => openAuth('sign-up')}
          className="min-h-11 w-full bg-marigold-wash px-2 py-1 text-center text-note hover:underline sm:px-4"
        >
          <span className="font-bold">{t('shell.bonus', { amount })}</span>{' '}
          <span>{t('shell.bonusNote')}</span>
        </button>
      )}
      <InvitationBanner />
      <RulesNotice />
    </>
  );
}

/** Somebody invites the caller, who could accept and has not answered yet. */
function InvitationBanner() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { data } = useInvitations();
  const { data: profile } = useProfile();
  const [newest] = data?.invitations ?? [];
  const isMember = profile?.organizationId !== null;
  if (!newest || isMember || pathname === paths.invitation) return null;
  const { organizationName: name } = newest;
  return (
    <p className="border-b border-fold bg-packet px-4 text-center text-note wrap-anywhere">
      <Link
        to={paths.invitation}
        className="inline-flex min-h-11 flex-wrap items-center justify-center gap-x-2 py-2 hover:underline"
      >
        <span>{name ? t('invitation.banner', { name }) : t('invitation.bannerNameless')}</span>{' '}
        <span className="font-bold underline underline-offset-2">{t('invitation.look')}</span>
      </Link>
    </p>
  );
}
