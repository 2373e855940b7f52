import type { StatementPreview } from '@sachet/shared/finance/contracts/admin-settlements';
import { formatCount } from '@sachet/shared/money';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import {
  bookStatement,
  type FileAnswer,
  type FileSource,
  fileSources,
  previewStatement,
  sendSettlementFile,
  type StatementChoice,
} from '../../../api/admin-settlements';
import type { Sending } from '../../../api/send-file';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { compactInputClasses, FieldError, SelectField } from '../../../ui/Field';
import { Notice } from '../../../ui/Notice';
import { useAdminAction } from '../../admin/frame/confirm';
import { ProgressBar } from '../../admin/frame/cells';
import { Problems, StatementView } from './StatementView';

const exportBytesMax = 512 * 1024 * 1024;
const statementBytesMax = 5_000_000;

/** Imports the gateway's export or a bank statement. A file is imported as a whole or not at all. */
export function FileImport({ onImported }: { onImported: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const [source, setSource] = useState<FileSource>('file');
  const [file, setFile] = useState<File | null>(null);
  const [choice, setChoice] = useState<StatementChoice>({});
  const { send, share, answer, preview, error, clear } = useSending(onImported);
  const bytesMax = source === 'bank' ? statementBytesMax : exportBytesMax;
  const isTooLarge = file !== null && file.size > bytesMax;
  const startOver = () => {
    setChoice({});
    clear();
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!file || isTooLarge || share !== null) return;
    void send(
      source === 'file'
        ? { act: (sending) => sendSettlementFile(file, sending) }
        : { look: (sending) => previewStatement(file, choice, sending) },
    );
  }

  return (
    <div className="grid gap-3">
      <form noValidate onSubmit={submit} className="grid gap-3">
        <div className="grid items-end gap-2 md:flex md:flex-wrap">
          <SelectField
            compact
            className="md:w-64"
            label={t('adminSettlements.kindOfFile')}
            value={source}
            disabled={share !== null}
            onChange={(chosen) => {
              setSource(chosen);
              startOver();
            }}
            choices={fileSources.map((value) => ({
              value,
              label: t(`adminSettlements.source.${value}`),
            }))}
          />
          <div className="grid min-w-0 gap-1 md:w-96">
            <label htmlFor={id} className="text-note font-semibold">
              {t('adminSettlements.csvFile')}
            </label>
            <input
              id={id}
              type="file"
              accept=".csv,.tsv,.txt,.xls,text/csv"
              disabled={share !== null}
              aria-invalid={isTooLarge || undefined}
              aria-describedby={`${id}-hint ${id}-error`}
              onChange={({ target }) => {
                setFile(target.files?.[0] ?? null);
                startOver();
              }}
              className={`${compactInputClasses} file:mr-3 file:rounded file:bg-sunk file:px-2 file:font-semibold file:text-ink`}
            />
          </div>
          <Button size="compact" type="submit" disabled={!file || isTooLarge} busy={share !== null}>
            {t(source === 'bank' ? 'adminSettlements.previewFile' : 'adminSettlements.importFile')}
          </Button>
        </div>
        <p id={`${id}-hint`} className="text-note text-ink-soft">
          {t(`adminSettlements.hint.${source}`)}
        </p>
        <FieldError id={`${id}-error`}>
          {isTooLarge &&
            t(
              source === 'bank'
                ? 'adminSettlements.tooLargeStatement'
                : 'adminSettlements.tooLarge',
            )}
        </FieldError>
      </form>
      {share !== null && <Progress share={share} />}
      <Notice role="alert" tone="bad" compact>
        {error}
      </Notice>
      {preview && file && (
        <StatementView
          preview={preview}
          choice={choice}
          isBusy={share !== null}
          onChoose={(chosen) => {
            setChoice(chosen);
            void send({ look: (sending) => previewStatement(file, chosen, sending) });
          }}
          onBook={() => void send({ act: (sending) => bookStatement(file, choice, sending) })}
        />
      )}
      {answer?.isImported && <Imported answer={answer} />}
      {answer?.isImported === false && (
        <Problems problems={answer.refusal.problems} count={answer.refusal.problemCount} />
      )}
    </div>
  );
}

type Job =
  | { act: (sending: Sending) => Promise<FileAnswer> }
  | { look: (sending: Sending) => Promise<StatementPreview> };

/** Sends a file. Leaving the page aborts it, and nothing is imported. */
function useSending(onImported: () => void) {
  const { t } = useTranslation();
  const [share, setShare] = useState<number | null>(null);
  const [answer, setAnswer] = useState<FileAnswer | null>(null);
  const [preview, setPreview] = useState<StatementPreview | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  function clear() {
    setAnswer(null);
    setPreview(null);
    sending.clearError();
  }

  const sending = useAdminAction(async (job: Job) => {
    setAnswer(null);
    setShare(0);
    const { signal } = (stop.current = new AbortController());
    const options = { onShare: setShare, signal };
    try {
      if ('look' in job) {
        setPreview(await job.look(options));
        return;
      }
      const answered = await job.act(options);
      setPreview(null);
      setAnswer(answered);
      if (answered.isImported) onImported();
    } catch (thrown) {
      if (!signal.aborted) throw thrown;
    } finally {
      setShare(null);
    }
  }, t('adminSettlements.importFailed'));

  return { send: sending.run, share, answer, preview, error: sending.error, clear };
}

/** Progress of the upload, then of the server that reads the file. */
function Progress({ share }: { share: number }) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-1 text-note">
      <p role="status">{t(share < 1 ? 'adminSettlements.sending' : 'adminSettlements.reading')}</p>
      <ProgressBar label={t('adminSettlements.sending')} max={1} value={share} />
    </div>
  );
}

function Imported({
  answer: { imported, isRepeated },
}: {
  answer: Extract<FileAnswer, { isImported: true }>;
}) {
  const { t } = useTranslation();
  const { lines, newLines, changedLines } = imported;
  return (
    <Notice role="status" tone="good" compact className="tabular-nums">
      {t(isRepeated ? 'adminSettlements.repeated' : 'adminSettlements.imported', {
        lines: formatCount(lines),
        isNew: formatCount(newLines),
        changed: formatCount(changedLines),
      })}
    </Notice>
  );
}
