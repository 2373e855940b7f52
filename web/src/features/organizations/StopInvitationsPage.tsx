import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { api } from '../../api/client';
import { toErrorMessage } from '../../api/errors';
import { isFailure } from '../../api/failure';
import { OtherPages } from '../../app/base/OtherPages';
import { paths } from '../../app/base/paths';
import { useAction } from '../../app/base/use-action';
import { usePageTitle } from '../../browser/page-title';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { FieldError } from '../../ui/Field';
import { Notice } from '../../ui/Notice';
import { SplitPage } from '../../ui/SplitPage';

/**
 * Stops invitation emails after a press of the button. Opening the page changes nothing, because mail
 * programs follow links.
 */
export function StopInvitationsPage() {
  const { t } = useTranslation();
  const { hash } = useLocation();
  usePageTitle(t('stopInvitations.title'));
  const [isDone, setIsDone] = useState(false);
  const stop = useAction(
    async () => {
      await api('POST /api/invitation', { body: { action: 'stop', secret: hash.slice(1) } });
      setIsDone(true);
    },
    {
      toMessage: (thrown) =>
        isFailure(thrown, 'not_found', 'invalid')
          ? t('stopInvitations.unknown')
          : toErrorMessage(t, thrown),
    },
  );

  return (
    <SplitPage
      title={t('stopInvitations.title')}
      lead={
        isDone ? (
          <Notice role="status" tone="good" className="font-semibold">
            {t('stopInvitations.done')}
          </Notice>
        ) : (
          <>
            <p className="text-lead text-pretty text-ink-soft">{t('stopInvitations.text')}</p>
            <FieldError>{stop.error}</FieldError>
            <Button
              className="justify-self-start max-sm:w-full"
              busy={stop.busy}
              onClick={() => void stop.run()}
            >
              {t('stopInvitations.confirm')}
            </Button>
          </>
        )
      }
    >
      <OtherPages
        links={[
          [paths.home, t('shell.toHome')],
          [paths.contact, t('common.contact')],
        ]}
      />
    </SplitPage>
  );
}
