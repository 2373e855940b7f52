import { improvablePromptMax } from '@sachet/shared/contracts/improve-prompt';
import type { ImageMode } from '@sachet/shared/contracts/vocabulary';
import { diffWords } from 'diff';
import { Sparkles, Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { api } from '../api/client';
import { useAction } from '../app/use-action';
import { useLanguage } from '../i18n/language';
import { useTranslation } from '../i18n/translate';
import { useSession } from '../session/session';
import { Button } from '../ui/Button';

interface Change {
  readonly before: string;
  readonly after: string;
}

/**
 * A button that improves the prompt of a signed-in user. Shows the changed words and a button that restores
 * the previous prompt.
 */
export function PromptHelp({
  mode,
  value,
  max,
  onChange,
}: {
  mode: ImageMode;
  value: string;
  max: number;
  onChange: (value: string) => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isSignedIn = useSession().status === 'signed-in';
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
    const improved = await api('POST /api/improve-prompt', {
      body: { prompt: words, mode, language },
    });
    // The user has edited the prompt in the meantime and keeps it.
    if (newest.current !== value) return;
    const after = improved.prompt.slice(0, max);
    setChange({ before: value, after });
    onChange(after);
  });
  if (!isSignedIn) return null;

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button
          look="outline"
          size="small"
          busy={busy}
          disabled={words === '' || words.length > improvablePromptMax}
          onClick={() => void improve()}
        >
          {!busy && <Sparkles aria-hidden className="size-4" />}
          {t(busy ? 'promptHelp.improving' : 'promptHelp.improve')}
        </Button>
        {shown && (
          <Button
            look="plain"
            size="small"
            onClick={() => {
              onChange(shown.before);
              setChange(null);
            }}
          >
            <Undo2 aria-hidden className="size-4" />
            {t('promptHelp.undo')}
          </Button>
        )}
      </div>
      <div role="status">
        {shown && (
          <div className="rounded-xl border border-fold bg-packet px-4 py-3 text-note">
            <p className="mb-1 font-semibold">{t('promptHelp.improved')}</p>
            <p className="text-ink-soft">
              <Difference {...shown} />
            </p>
          </div>
        )}
      </div>
      {error && (
        <p role="alert" className="text-note text-vermilion">
          {error}
        </p>
      )}
    </div>
  );
}

function Difference({ before, after }: Change) {
  return diffWords(before, after).map(({ value, added, removed }, index) => {
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
