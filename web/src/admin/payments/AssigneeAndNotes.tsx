import {
  type AnnotateExceptionRequest,
  exceptionNoteLength,
  type PaymentException,
} from '@sachet/shared/contracts/admin-payments';
import { type FormEvent, useState } from 'react';
import { useActionError } from '../../app/use-action-error';
import {
  annotateException,
  useExceptionHistory,
  useHistoryRefresh,
} from '../../api/admin-payments';
import { useUid } from '../../api/keys';
import { LoadError } from '../../app/Loaded';
import { useLanguage } from '../../i18n/language';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';
import { Skeleton } from '../../ui/Skeleton';
import { ActorName, MomentCell, PersonName } from '../frame/cells';
import { CompactField } from '../frame/fields';
import { toAdminErrorMessage } from '../frame/confirm';

/** Who looks after an exception, and what was noted of it. */
export function AssigneeAndNotes({
  exception: { id, assignee, resolvedAt },
  onChanged,
}: {
  exception: PaymentException;
  onChanged: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const uid = useUid();
  const [isOpen, setIsOpen] = useState(false);
  const { annotate, isSending, error } = useAnnotation(id, onChanged);
  const isMine = assignee === uid;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-fold pt-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="flex min-w-0 flex-wrap items-center gap-x-1.5">
          <span className="text-ink-soft">{t('adminPayments.assignee')}</span>
          {assignee ? <PersonName uid={assignee} /> : t('adminPayments.nobody')}
        </p>
        {!resolvedAt && (
          <Button
            size="compact"
            look="outline"
            busy={isSending}
            aria-label={t(isMine ? 'adminPayments.handBackThis' : 'adminPayments.takeThis', { id })}
            onClick={() => void annotate({ assignee: isMine ? null : uid })}
          >
            {t(isMine ? 'adminPayments.handBack' : 'adminPayments.take')}
          </Button>
        )}
        <Button
          size="compact"
          look="plain"
          className="underline underline-offset-2"
          aria-expanded={isOpen}
          aria-label={t('adminPayments.historyOf', { id })}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('adminPayments.history')}
        </Button>
      </div>
      <Notice role="alert" tone="bad" compact>
        {error}
      </Notice>
      {isOpen && <History id={id} onChanged={onChanged} />}
    </div>
  );
}

/** `annotate` tells whether it was done. */
function useAnnotation(id: number, onChanged: () => Promise<unknown>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const refreshHistory = useHistoryRefresh(id);
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useActionError();

  async function annotate(change: Omit<AnnotateExceptionRequest, 'id'>): Promise<boolean> {
    setIsSending(true);
    setError(null);
    try {
      await annotateException({ id, ...change });
      await Promise.all([onChanged(), refreshHistory()]);
      return true;
    } catch (thrown) {
      setError(toAdminErrorMessage(t, language, thrown, t('adminPayments.noteFailed')));
      return false;
    } finally {
      setIsSending(false);
    }
  }

  return { annotate, isSending, error };
}

function History({ id, onChanged }: { id: number; onChanged: () => Promise<unknown> }) {
  const { t } = useTranslation();
  const { data, error, mutate } = useExceptionHistory(id);
  if (!data && error) {
    return (
      <LoadError
        compact
        title={t('adminPayments.historyFailed')}
        error={error}
        onRetry={() => mutate()}
      />
    );
  }
  if (!data) return <Skeleton className="h-20 w-full" />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {data.history.length === 0 && <p className="text-ink-soft">{t('adminPayments.noHistory')}</p>}
      <ol aria-label={t('adminPayments.history')} className="grid gap-2 empty:hidden">
        {data.history.map(({ at, actor, action, note, assignee }) => (
          <li key={`${at} ${action}`} className="grid gap-0.5 border-l-2 border-fold pl-3">
            <p className="flex flex-wrap items-center gap-x-1.5">
              <span className="font-semibold">{t(`adminPayments.action.${action}`)}</span>
              {assignee && <PersonName uid={assignee} />}
              <span className="text-ink-soft">
                · <MomentCell timestamp={at} /> ·
              </span>
              <ActorName actor={actor} />
            </p>
            {note && <p className="wrap-anywhere whitespace-pre-line">{note}</p>}
          </li>
        ))}
      </ol>
      <NoteForm id={id} onChanged={onChanged} />
    </div>
  );
}

function NoteForm({ id, onChanged }: { id: number; onChanged: () => Promise<unknown> }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const { annotate, isSending, error } = useAnnotation(id, onChanged);
  const note = typed.trim();
  const isReady = note.length >= exceptionNoteLength.min;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isReady && (await annotate({ note }))) setTyped('');
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-2">
      <div className="flex flex-wrap items-end gap-2">
        <CompactField
          className="min-w-0 flex-1 basis-60"
          label={t('adminPayments.newNote')}
          maxLength={exceptionNoteLength.max}
          value={typed}
          onChange={setTyped}
        />
        <Button size="compact" type="submit" disabled={!isReady} busy={isSending}>
          {t('adminPayments.addNote')}
        </Button>
      </div>
      <Notice role="alert" tone="bad" compact>
        {error}
      </Notice>
    </form>
  );
}
