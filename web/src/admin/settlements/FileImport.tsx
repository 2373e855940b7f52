import type {
  SettlementFileRefusal,
  StatementPreview,
} from '@sachet/shared/contracts/admin-settlements';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useActionError } from '../../app/use-action-error';
import {
  bookStatement,
  type FileAnswer,
  type FileSource,
  fileSources,
  previewStatement,
  sendSettlementFile,
  type StatementChoice,
} from '../../api/admin-settlements';
import type { Sending } from '../../api/send-file';
import { useLanguage } from '../../i18n/language';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { FieldError } from '../../ui/Field';
import { compactInput, SelectField } from '../frame/fields';
import { ErrorNote, toAdminErrorMessage } from '../frame/confirm';
import { ProgressBar } from '../frame/cells';
import { Problems, StatementView } from './StatementView';

const exportBytesMax = 512 * 1024 * 1024;
const statementBytesMax = 5_000_000;

/** The dashboard's export, or a bank's statement: all of the file is imported, or nothing. */
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
              className={`${compactInput} file:mr-3 file:rounded file:bg-sunk file:px-2 file:font-semibold file:text-ink`}
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
      <ErrorNote>{error}</ErrorNote>
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
      {answer?.isImported === false && <Refused refusal={answer.refusal} />}
    </div>
  );
}

type Job =
  | { act: (sending: Sending) => Promise<FileAnswer> }
  | { look: (sending: Sending) => Promise<StatementPreview> };

/** Stops when the page is left: nothing of the file is imported then. */
function useSending(onImported: () => void) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [share, setShare] = useState<number | null>(null);
  const [answer, setAnswer] = useState<FileAnswer | null>(null);
  const [preview, setPreview] = useState<StatementPreview | null>(null);
  const [error, setError] = useActionError();
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  function clear() {
    setAnswer(null);
    setPreview(null);
    setError(null);
  }

  async function send(job: Job) {
    setAnswer(null);
    setError(null);
    setShare(0);
    const { signal } = (stop.current = new AbortController());
    const sending = { onShare: setShare, signal };
    try {
      if ('look' in job) {
        setPreview(await job.look(sending));
        return;
      }
      const answered = await job.act(sending);
      setPreview(null);
      setAnswer(answered);
      if (answered.isImported) onImported();
    } catch (thrown) {
      if (signal.aborted) return;
      setError(toAdminErrorMessage(t, language, thrown, t('adminSettlements.importFailed')));
    } finally {
      setShare(null);
    }
  }

  return { send, share, answer, preview, error, clear };
}

/** While it is sent, and then while the server reads it. */
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
  const grouped = (count: number) => count.toLocaleString('en-IN');
  return (
    <p
      role="status"
      className="rounded-lg bg-leaf-wash px-3 py-2 text-note font-semibold text-leaf tabular-nums"
    >
      {t(isRepeated ? 'adminSettlements.repeated' : 'adminSettlements.imported', {
        lines: grouped(lines),
        isNew: grouped(newLines),
        changed: grouped(changedLines),
      })}
    </p>
  );
}

function Refused({ refusal: { problems, problemCount } }: { refusal: SettlementFileRefusal }) {
  return <Problems problems={problems} count={problemCount} />;
}
