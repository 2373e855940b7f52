import { eInvoiceAnswersAtMost } from '@sachet/shared/tax/contracts/admin-documents';
import { FileUp } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { api } from '../../../api/client';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { useAdminAction } from '../../admin/frame/confirm';

type Body = Parameters<typeof api<'POST /api/admin/documents/e-invoice-answers'>>[1]['body'];

/** The portal answers with one object, or with a list for many invoices. Null for a file of something else. */
async function readAnswers(file: File): Promise<Body['answers'] | null> {
  try {
    const json: unknown = JSON.parse(await file.text());
    const list = Array.isArray(json) ? json : [json];
    // The server checks the other fields.
    const isAnswer = (each: unknown): each is Body['answers'][number] =>
      typeof each === 'object' && each !== null && 'Irn' in each;
    return list.length > 0 && list.every(isAnswer) ? list : null;
  } catch {
    return null;
  }
}

/** Uploads the portal's answers to e-invoices. The server checks each against its document. */
export function EInvoiceAnswers({ onStored }: { onStored: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState<{ stored: number; known: number } | 'no_answers' | null>(
    null,
  );
  const { error, busy, run } = useAdminAction(async (file: File) => {
    setOutcome(null);
    const answers = await readAnswers(file);
    if (!answers) return setOutcome('no_answers');
    const sum = { stored: 0, known: 0 };
    for (let at = 0; at < answers.length; at += eInvoiceAnswersAtMost) {
      const body = { answers: answers.slice(at, at + eInvoiceAnswersAtMost) };
      const { stored, known } = await api('POST /api/admin/documents/e-invoice-answers', { body });
      sum.stored += stored;
      sum.known += known;
    }
    setOutcome(sum);
    onStored();
  }, t('adminGst.answersFailed'));
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <input
        ref={input}
        id={id}
        type="file"
        accept=".json,application/json"
        aria-label={t('adminGst.answers')}
        className="hidden"
        onChange={({ target }) => {
          const file = target.files?.[0];
          // The same file can be chosen again.
          target.value = '';
          if (file) void run(file);
        }}
      />
      <Button size="compact" look="outline" busy={busy} onClick={() => input.current?.click()}>
        {!busy && <FileUp aria-hidden className="size-4" />}
        {t('adminGst.answers')}
      </Button>
      <p className="min-w-0 flex-1 basis-60 text-note text-ink-soft">{t('adminGst.answersHint')}</p>
      <Notice role="alert" tone="bad" compact className="w-full">
        {outcome === 'no_answers' ? t('adminGst.noAnswers') : error}
      </Notice>
      <Notice role="status" tone="good" compact className="w-full">
        {outcome !== null && outcome !== 'no_answers' && t('adminGst.answersStored', outcome)}
      </Notice>
    </div>
  );
}
