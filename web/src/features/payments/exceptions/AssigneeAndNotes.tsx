import {
  type AnnotateExceptionRequest,
  exceptionNoteLength,
  type PaymentException,
} from '@sachet/shared/payments/contracts/admin-payments';
import { type FormEvent, useState } from 'react';
import { api, toPath } from '../../../api/client';
import { revalidate, useUid } from '../../../api/keys';
import { useApi } from '../../../api/use-api';
import { Loaded } from '../../../app/base/Loaded';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { Skeleton } from '../../../ui/Skeleton';
import { ActorName, MomentCell, PersonName } from '../../admin/frame/cells';
import { CompactField } from '../../admin/frame/fields';
import { useAdminAction } from '../../admin/frame/confirm';

/** Shows the assignee of an exception, and its history with notes. */
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
  const annotation = useAnnotation(id, onChanged);
  const isMine = assignee === uid;
  return (
    <div className="grid grid-cols-1 gap-3 border-t border-fold pt-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="flex min-w-0 flex-wrap items-center gap-x-1.5">
          <span className="text-ink-soft">{t('adminPayments.assignee')}</span>
          {assignee ? <PersonName uid={assignee} /> : t('adminPayments.nobody')}
        </p>
        {!resolvedAt && (
          <Button
            size="compact"
            look="outline"
            busy={annotation.busy}
            aria-label={t(isMine ? 'adminPayments.handBackThis' : 'adminPayments.takeThis', { id })}
            onClick={() => void annotation.run({ assignee: isMine ? null : uid })}
          >
            {t(isMine ? 'adminPayments.handBack' : 'adminPayments.take')}
          </Button>
        )}
        <Button
          size="compact"
          look="plain"
          className="-ml-3 underline underline-offset-2"
          aria-expanded={isOpen}
          aria-label={t('adminPayments.historyOf', { id })}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('adminPayments.history')}
        </Button>
      </div>
      <Notice role="alert" tone="bad" compact>
        {annotation.error}
      </Notice>
      {isOpen && <History id={id} onChanged={onChanged} />}
    </div>
  );
}

function useAnnotation(id: number, onChanged: () => Promise<unknown>) {
  const { t } = useTranslation();
  return useAdminAction(async (change: Omit<AnnotateExceptionRequest, 'id'>) => {
    await api('POST /api/admin/payment-exceptions/note', { body: { id, ...change } });
    await Promise.all([
      onChanged(),
      revalidate(toPath('GET /api/admin/payment-exception', { id })),
    ]);
  }, t('adminPayments.noteFailed'));
}

function History({ id, onChanged }: { id: number; onChanged: () => Promise<unknown> }) {
  const { t } = useTranslation();
  const read = useApi('GET /api/admin/payment-exception', { id });
  return (
    <Loaded
      compact
      read={read}
      failed={t('adminPayments.historyFailed')}
      loading={<Skeleton className="h-20 w-full" />}
    >
      {({ history }) => (
        <div className="grid grid-cols-1 gap-3">
          {history.length === 0 && <p className="text-ink-soft">{t('adminPayments.noHistory')}</p>}
          <ol aria-label={t('adminPayments.history')} className="grid gap-2 empty:hidden">
            {history.map(({ at, actor, action, note, assignee }) => (
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
      )}
    </Loaded>
  );
}

function NoteForm({ id, onChanged }: { id: number; onChanged: () => Promise<unknown> }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const annotation = useAnnotation(id, onChanged);
  const note = typed.trim();
  const isReady = note.length >= exceptionNoteLength.min;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isReady && (await annotation.run({ note }))) setTyped('');
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
        <Button size="compact" type="submit" disabled={!isReady} busy={annotation.busy}>
          {t('adminPayments.addNote')}
        </Button>
      </div>
      <Notice role="alert" tone="bad" compact>
        {annotation.error}
      </Notice>
    </form>
  );
}
