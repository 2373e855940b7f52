import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { api } from '../../api/client';
import { toErrorMessage } from '../../api/errors';
import { isFailure } from '../../api/failure';
import { useAction } from '../../app/base/use-action';
import { usePageTitle } from '../../browser/page-title';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { FieldError } from '../../ui/Field';
import { Notice } from '../../ui/Notice';

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
    <div className="grid reading gap-4 px-4 pt-8 sm:px-6 md:pt-12">
      <h1 className="text-title font-bold">{t('stopInvitations.title')}</h1>
      {isDone ? (
        <Notice role="status" tone="good" className="font-semibold">
          {t('stopInvitations.done')}
        </Notice>
      ) : (
        <>
          <p className="text-ink-soft">{t('stopInvitations.text')}</p>
          <FieldError>{stop.error}</FieldError>
          <Button
            className="justify-self-start max-sm:w-full"
            busy={stop.busy}
            onClick={() => void stop.run()}
          >
            {t('stopInvitations.confirm')}
          </Button>
        </>
      )}
    </div>
  );
}
