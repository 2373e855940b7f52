import {
  exceptionNoteLength,
  type PaymentException,
} from '@sachet/shared/contracts/admin-payments';
import { type FormEvent, useState } from 'react';
import { resolveException } from '../../api/admin-payments';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { CompactField } from '../frame/fields';
import { ErrorNote, useGuarded } from '../frame/confirm';
import { toExceptionLabel } from './exception-labels';

/** Finance has dealt with it, and says how. */
export function ResolveForm({
  exception: { id, kind, subject },
  onChanged,
  onClose,
}: {
  exception: PaymentException;
  onChanged: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { ask, error, dialog } = useGuarded(onChanged);
  const [typed, setTyped] = useState('');
  const note = typed.trim();
  const isReady = note.length >= exceptionNoteLength.min;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isReady) return;
    ask({
      question: (
        <>
          <p>
            {t('adminPayments.confirmResolve', { words: toExceptionLabel(t, kind), id: subject })}
          </p>
          <p className="font-semibold">{note}</p>
        </>
      ),
      steps: [
        { act: () => resolveException({ id, note }), failed: t('adminPayments.resolveFailed') },
      ],
      done: t('adminPayments.resolved'),
      onDone: onClose,
    });
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-3 rounded-lg bg-sunk/50 p-3">
      <CompactField
        label={t('adminPayments.note')}
        hint={t('adminPayments.noteHint')}
        maxLength={exceptionNoteLength.max}
        value={typed}
        onChange={setTyped}
      />
      <ErrorNote>{error}</ErrorNote>
      <div className="flex flex-wrap gap-2">
        <Button size="compact" type="submit" disabled={!isReady}>
          {t('adminPayments.resolve')}
        </Button>
        <Button size="compact" look="plain" onClick={onClose}>
          {t('admin.cancel')}
        </Button>
      </div>
      {dialog}
    </form>
  );
}
