import type { ImageMode } from '@sachet/shared/contracts/vocabulary';
import { improvablePromptMax } from '@sachet/shared/vocabulary';
import type { ChangeObject } from 'diff';
import { Sparkles, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { api } from '../../../api/client';
import { useProfile } from '../../../api/profile';
import { useAction } from '../../../app/base/use-action';
import { useLanguage } from '../../../i18n/language';
import { useTranslation } from '../../../i18n/translate';
import { useSession } from '../../../app/session/session';
import { Button, IconButton } from '../../../ui/Button';
import { Spinner } from '../../../ui/Spinner';

interface Change {
  readonly before: string;
  readonly after: string;
  /** Null if the code that finds the changed words could not be loaded. */
  readonly words: ChangeObject<string>[] | null;
}

/**
 * Lets a signed-in user improve a prompt. Returns a button for the field, and a report for below it that
 * shows the changed words and restores the previous prompt. Both are null without a mode or a user.
 */
export function usePromptHelp({
  mode,
  value,
  max,
  onChange,
}: {
  mode: ImageMode | undefined;
  value: string;
  max: number;
  onChange: (value: string) => void;
}): { button: ReactNode; report: ReactNode } {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: profile } = useProfile();
  const isSignedIn = useSession().status === 'signed-in' && profile !== null;
  const [change, setChange] = useState<Change | null>(null);
  const words = value.trim();
  const newest = useRef(value);
  useEffect(() => {
    newest.current = value;
  }, [value]);
  // The change is hidden once the user edits the improved prompt.
  const shown = change?.after === value ? change : null;
  const {
    run: improve,
    busy,
    error,
  } = useAction(async () => {
    if (!mode) return;
    const [improved, diff] = await Promise.all([
      api('POST /api/improve-prompt', { body: { prompt: words, mode, language } }),
      import('diff/lib/diff/word.js').catch(() => null),
    ]);
    // The user has edited the prompt in the meantime and keeps it.
    if (newest.current !== value) return;
    const after = improved.prompt.slice(0, max);
    setChange({ before: value, after, words: diff && diff.diffWords(value, after) });
    onChange(after);
  });
  if (!mode || !isSignedIn) return { button: null, report: null };

  const button = (
    <IconButton
      label={t(busy ? 'promptHelp.improving' : 'promptHelp.improve')}
      // Not disabled while busy, because a disabled button would lose the focus to the page.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      disabled={words === '' || words.length > improvablePromptMax}
      onClick={() => !busy && void improve()}
      className="absolute right-0.5 bottom-0.5"
    >
      {busy ? <Spinner /> : <Sparkles aria-hidden className="size-5" />}
    </IconButton>
  );
  const report = (
    <>
      <div role="status">
        {shown && (
          <div className="rounded-xl border border-fold bg-packet py-1 pr-1 pl-4 text-note">
            <div className="flex items-center justify-between gap-2">
              <p className="font-semibold">{t('promptHelp.improved')}</p>
              <Button
                look="plain"
                size="small"
                onClick={() => {
                  onChange(shown.before);
                  setChange(null);
                }}
              >
                <Undo2 aria-hidden className="size-4" />
                {t('studioCommon.undo')}
              </Button>
            </div>
            {shown.words && (
              <p className="pr-3 pb-2 text-ink-soft">
                <Difference words={shown.words} />
              </p>
            )}
          </div>
        )}
      </div>
      {error && (
        <p role="alert" className="text-note text-vermilion">
          {error}
        </p>
      )}
    </>
  );
  return { button, report };
}

function Difference({ words }: { words: ChangeObject<string>[] }) {
  return words.map(({ value, added, removed }, index) => {
    const key = `${index} ${value}`;
    if (added) {
      return (
        <ins key={key} className="font-semibold text-ink no-underline">
          {value}
        </ins>
      );
    }
    return removed ? <del key={key}>{value}</del> : <span key={key}>{value}</span>;
  });
}
