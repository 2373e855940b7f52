import { useState } from 'react';
import { Link } from 'react-router-dom';
import { dayMs } from '@sachet/shared/time';
import { api } from '../../../api/client';
import { useConfig } from '../../../api/hooks';
import { cacheProfile, useProfile } from '../../../api/profile';
import { useAction } from '../../../app/base/use-action';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { Button } from '../../../ui/Button';

/**
 * Shows each user the content rules every three months, until they press "I know". It is part of the form,
 * directly above the bar of its button, so that it covers nothing and moves no field.
 */
export function RulesNotice() {
  const { t } = useTranslation();
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
  if (!profile || !config) return null;
  const { rulesNoticeDays: days } = config;
  const seenAt = profile.rulesSeenAt === null ? 0 : Date.parse(profile.rulesSeenAt);
  if (days === 0 || now - seenAt < days * dayMs) return null;

  return (
    <section
      aria-label={t('rules.title')}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-xl border border-fold px-4 py-2 text-note"
    >
      <p className="min-w-0 flex-1 basis-40 leading-snug text-pretty">
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
