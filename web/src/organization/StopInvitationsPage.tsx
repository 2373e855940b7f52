import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useActionError } from '../app/use-action-error';
import { stopInvitations } from '../api/actions';
import { toErrorMessage } from '../api/errors';
import { isFailure } from '../api/failure';
import { usePageTitle } from '../browser/page-title';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';
import { FieldError } from '../ui/Field';

/** A button, since programs that read mail follow links: opening the page changes nothing. */
export function StopInvitationsPage() {
  const { t } = useTranslation();
  const { hash } = useLocation();
  usePageTitle(t('stopInvitations.title'));
  const [step, setStep] = useState<'asked' | 'busy' | 'done'>('asked');
  const [error, setError] = useActionError();

  async function stop() {
    setStep('busy');
    setError(null);
    try {
      await stopInvitations(hash.slice(1));
      setStep('done');
    } catch (thrown) {
      const isGone = isFailure(thrown, 'not_found', 'invalid');
      setError(isGone ? t('stopInvitations.unknown') : toErrorMessage(t, thrown));
      setStep('asked');
    }
  }

  return (
    <div className="mx-auto grid max-w-xl gap-4 px-4 pt-8 sm:px-6 md:pt-12">
      <h1 className="text-title font-bold">{t('stopInvitations.title')}</h1>
      {step === 'done' ? (
        <p role="status" className="rounded-xl bg-leaf-wash px-4 py-3 font-semibold">
          {t('stopInvitations.done')}
        </p>
      ) : (
        <>
          <p className="text-ink-soft">{t('stopInvitations.text')}</p>
          <FieldError>{error}</FieldError>
          <Button
            className="justify-self-start max-sm:w-full"
            busy={step === 'busy'}
            onClick={() => void stop()}
          >
            {t('stopInvitations.confirm')}
          </Button>
        </>
      )}
    </div>
  );
}
