import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { markRulesSeen } from '../api/actions';
import { toErrorMessage } from '../api/errors';
import { useConfig } from '../api/hooks';
import { cacheProfile, useProfile } from '../api/profile';
import { useTranslation } from '../i18n/translate';
import { paths } from '../paths';
import { Button } from '../ui/Button';
import { notify } from '../ui/Toaster';

const dayMs = 24 * 60 * 60 * 1000;

/** Reminds each user every three months of what is not allowed, until they press "I know". */
export function RulesNotice() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { data: profile } = useProfile();
  const { data: config } = useConfig();
  const [busy, setBusy] = useState(false);
  const [now] = useState(() => Date.now());
  if (!profile || !config || pathname === paths.contentPolicy) return null;
  const { rulesNoticeDays: days } = config;
  const seenAt = profile.rulesSeenAt === null ? 0 : Date.parse(profile.rulesSeenAt);
  if (days === 0 || now - seenAt < days * dayMs) return null;

  async function dismiss() {
    setBusy(true);
    try {
      const seen = await markRulesSeen();
      await cacheProfile(seen.uid, seen);
    } catch (thrown) {
      notify.error(toErrorMessage(t, thrown));
    } finally {
      setBusy(false);
    }
  }

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
        busy={busy}
        onClick={() => void dismiss()}
      >
        {t('rules.ok')}
      </Button>
    </section>
  );
}
