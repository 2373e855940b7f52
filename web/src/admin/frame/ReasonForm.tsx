import { exceptionNoteLength } from '@sachet/shared/contracts/admin-payments';
import { useState, type FormEvent } from 'react';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { CompactField } from './CompactField';
import { ErrorNote, useGuarded } from './use-guarded';

/** Something that needs a reason, which stays on record. */
export function ReasonForm({
  about,
  action,
  failed,
  done,
  onAct,
  onSettled,
  onClose,
}: {
  about: string;
  /** The words of the button. */
  action: string;
  failed: string;
  done: string;
  onAct: (reason: string) => Promise<unknown>;
  onSettled: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { ask, error, dialog } = useGuarded(onSettled);
  const [typed, setTyped] = useState('');
  const reason = typed.trim();
  const isReady = reason.length >= exceptionNoteLength.min;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isReady) return;
    ask({
      question: (
        <>
          <p>
            {action}: {about}
          </p>
          <p className="font-semibold">{reason}</p>
        </>
      ),
      steps: [{ act: () => onAct(reason), failed }],
      done,
      onDone: onClose,
    });
  }

  return (
    <form
      noValidate
      aria-label={action}
      onSubmit={submit}
      className="grid gap-3 rounded-lg bg-sunk/50 p-3 text-note"
    >
      <p className="font-semibold wrap-anywhere">{about}</p>
      <CompactField
        label={t('adminPayments.reason')}
        hint={t('adminPayments.noteHint')}
        maxLength={exceptionNoteLength.max}
        value={typed}
        onChange={setTyped}
      />
      <ErrorNote>{error}</ErrorNote>
      <div className="flex flex-wrap gap-2">
        <Button size="compact" type="submit" disabled={!isReady}>
          {action}
        </Button>
        <Button size="compact" look="plain" onClick={onClose}>
          {t('admin.cancel')}
        </Button>
      </div>
      {dialog}
    </form>
  );
}
