import { Link, useLocation } from 'react-router-dom';
import { useInvitations } from '../api/invitations';
import { useProfile } from '../api/profile';
import { useTranslation } from '../i18n/translate';
import { paths } from '../paths';

/** Somebody invites the caller, who could accept and has not answered yet. */
export function InvitationBanner() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { data } = useInvitations();
  const { data: profile } = useProfile();
  const [newest] = data?.invitations ?? [];
  const isMember = profile?.organizationId !== null;
  if (!newest || isMember || pathname === paths.invitation) return null;
  const { organizationName: name } = newest;
  return (
    <p className="wrap-anywhere">
      <Link
        to={paths.invitation}
        className="inline-flex min-h-11 flex-wrap items-center gap-x-2 py-2 hover:underline"
      >
        <span>{name ? t('invitation.banner', { name }) : t('invitation.bannerNameless')}</span>{' '}
        <span className="font-bold underline underline-offset-2">{t('invitation.look')}</span>
      </Link>
    </p>
  );
}
