import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { api } from '../api/client';
import { useConfig } from '../api/hooks';
import { useInvitations } from '../api/invitations';
import { cacheProfile, useProfile } from '../api/profile';
import { useAction } from '../app/use-action';
import { useTranslation } from '../i18n/translate';
import { paths } from '../paths';
import { InstallPrompt } from '../ready/InstallPrompt';
import { ReadyWatch } from '../ready/ReadyWatch';
import { Button } from '../ui/Button';

/**
 * Notices for a signed-in user. They appear only after data has been read, so they are placed above the bars
 * at the lower edge and move no content. The box has a fixed place and height: a later notice grows upwards
 * and does not move an earlier one.
 */
export function LowerNotices() {
  return (
    <div className="lower-notices pointer-events-none fixed inset-x-0 bottom-[calc(var(--lower-edge)+var(--lower-bar))] z-30 flex h-[40svh] flex-col gap-2 overflow-y-auto p-3 *:pointer-events-auto *:shrink-0 *:rounded-xl *:border *:border-edge *:bg-packet *:px-4 *:text-note *:shadow-[0_8px_24px_var(--shade)] *:first:mt-auto md:right-auto md:w-md md:max-w-full md:pl-6">
      <InvitationBanner />
      <ReadyWatch />
      <InstallPrompt />
      <RulesNotice />
    </div>
  );
}

/** Shows an open invitation that the user can accept. */
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

const dayMs = 24 * 60 * 60 * 1000;

/** Shows each user the content rules every three months, until they press "I know". */
function RulesNotice() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { data: profile } = useProfile();
  const { data: config } = useConfig();
  const dismiss = useAction(
    async () => {
      const seen = await api('POST /api/rules-seen');
      await cacheProfile(seen.uid, seen);
    },
    { toast: true },
  );
  const [now] = useState(() => Date.now());
  if (!profile || !config || pathname === paths.contentPolicy) return null;
  const { rulesNoticeDays: days } = config;
  const seenAt = profile.rulesSeenAt === null ? 0 : Date.parse(profile.rulesSeenAt);
  if (days === 0 || now - seenAt < days * dayMs) return null;

  return (
    <section
      aria-label={t('rules.title')}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2"
    >
      <p className="min-w-0 flex-1 basis-52 leading-snug text-pretty">
        {t('rules.text')}{' '}
        <Link to={paths.contentPolicy} className="font-semibold underline underline-offset-2">
          {t('rules.read')}
        </Link>
      </p>
      <Button
        size="small"
        look="outline"
        className="shrink-0"
        busy={dismiss.busy}
        onClick={() => void dismiss.run()}
      >
        {t('rules.ok')}
      </Button>
    </section>
  );
}
