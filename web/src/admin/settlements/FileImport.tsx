import type { SettlementFileRefusal } from '@sachet/shared/contracts/admin-settlements';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { useActionError } from '../../app/use-action-error';
import {
  fileSources,
  sendSettlementFile,
  type FileAnswer,
  type FileSource,
} from '../../api/admin-settlements';
import { useLanguage } from '../../i18n/language';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { FieldError } from '../../ui/Field';
import { compactInput } from '../frame/compact-field';
import { toAdminErrorMessage } from '../frame/error-message';
import { ProgressBar } from '../frame/ProgressBar';
import { SelectField } from '../frame/SelectField';
import { ErrorNote } from '../frame/use-guarded';

const bytesMax = 512 * 1024 * 1024;

/** The dashboard's export, or a bank's statement: all of the file is imported, or nothing. */
export function FileImport({ onImported }: { onImported: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const [source, setSource] = useState<FileSource>('file');
  const [file, setFile] = useState<File | null>(null);
  const { send, share, answer, error, clear } = useSending(onImported);
  const isTooLarge = file !== null && file.size > bytesMax;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (file && !isTooLarge && share === null) void send(source, file);
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <div className="grid items-end gap-2 md:flex md:flex-wrap">
        <SelectField
          className="md:w-64"
          label={t('adminSettlements.kindOfFile')}
          value={source}
          disabled={share !== null}
          onChange={(chosen) => {
            setSource(chosen);
            clear();
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
            accept=".csv,text/csv"
            disabled={share !== null}
            aria-invalid={isTooLarge || undefined}
            aria-describedby={`${id}-hint ${id}-error`}
            onChange={({ target }) => {
              setFile(target.files?.[0] ?? null);
              clear();
            }}
            className={`${compactInput} file:mr-3 file:rounded file:bg-sunk file:px-2 file:font-semibold file:text-ink`}
          />
        </div>
        <Button size="compact" type="submit" disabled={!file || isTooLarge} busy={share !== null}>
          {t('adminSettlements.importFile')}
        </Button>
      </div>
      <p id={`${id}-hint`} className="text-note text-ink-soft">
        {t(`adminSettlements.hint.${source}`)}
      </p>
      <FieldError id={`${id}-error`}>{isTooLarge && t('adminSettlements.tooLarge')}</FieldError>
      {share !== null && <Progress share={share} />}
      <ErrorNote>{error}</ErrorNote>
      {answer?.isImported && <Imported answer={answer} />}
      {answer?.isImported === false && <Refused refusal={answer.refusal} />}
    </form>
  );
}

/** Stops when the page is left: nothing of the file is imported then. */
function useSending(onImported: () => void) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [share, setShare] = useState<number | null>(null);
  const [answer, setAnswer] = useState<FileAnswer | null>(null);
  const [error, setError] = useActionError();
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  function clear() {
    setAnswer(null);
    setError(null);
  }

  async function send(source: FileSource, file: File) {
    clear();
    setShare(0);
    const { signal } = (stop.current = new AbortController());
    try {
      const answered = await sendSettlementFile(source, file, { onShare: setShare, signal });
      setAnswer(answered);
      if (answered.isImported) onImported();
    } catch (thrown) {
      if (signal.aborted) return;
      setError(toAdminErrorMessage(t, language, thrown, t('adminSettlements.importFailed')));
    } finally {
      setShare(null);
    }
  }

  return { send, share, answer, error, clear };
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

/** The server's words for each line, which come in English. */
function Refused({ refusal: { problems, problemCount } }: { refusal: SettlementFileRefusal }) {
  const { t } = useTranslation();
  const left = problemCount - problems.length;
  return (
    <div role="alert" className="grid gap-2 rounded-lg bg-vermilion-wash p-3 text-note">
      <p className="font-semibold text-vermilion">
        {t('adminSettlements.refused', { number: problemCount.toLocaleString('en-IN') })}
      </p>
      <ol
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by the keyboard
        tabIndex={0}
        aria-label={t('adminSettlements.problems')}
        className="grid max-h-72 grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 overflow-y-auto"
      >
        {problems.map(({ line, problem }) => (
          <li key={`${line}:${problem}`} className="col-span-full grid grid-cols-subgrid">
            <span className="tabular-nums">
              {line === null
                ? t('adminSettlements.wholeFile')
                : t('adminSettlements.line', { number: line.toLocaleString('en-IN') })}
            </span>
            <span lang="en" className="wrap-anywhere">
              {problem}
            </span>
          </li>
        ))}
      </ol>
      {left > 0 && (
        <p>{t('adminSettlements.moreProblems', { number: left.toLocaleString('en-IN') })}</p>
      )}
    </div>
  );
}
