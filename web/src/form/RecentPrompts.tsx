import type { Mode } from '@sachet/shared/contracts/vocabulary';
import { History } from 'lucide-react';
import { useStore } from '../browser/store';
import { useTranslation } from '../i18n/translate';
import { clearRecentPrompts, recentPrompts } from './recent-prompts';

/** What was asked last in this browser, to be picked again. */
export function RecentPrompts({ mode, onPick }: { mode: Mode; onPick: (prompt: string) => void }) {
  const { t } = useTranslation();
  const prompts = useStore(recentPrompts)[mode] ?? [];
  if (prompts.length === 0) return null;
  return (
    <details className="group rounded-xl border border-fold bg-packet">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 rounded-xl px-4 text-note font-semibold">
        <History aria-hidden className="size-4 text-ink-soft" />
        {t('recent.title')}
        <span className="font-normal text-ink-soft tabular-nums">{prompts.length}</span>
      </summary>
      <ul className="border-t border-fold">
        {prompts.map((prompt) => (
          <li key={prompt}>
            <button
              type="button"
              onClick={(event) => {
                event.currentTarget.closest('details')?.removeAttribute('open');
                onPick(prompt);
              }}
              className="block min-h-11 w-full px-4 py-2 text-left text-note transition-colors duration-150 hover:bg-sunk/60"
            >
              <span className="line-clamp-2">{prompt}</span>
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        onClick={() => clearRecentPrompts(mode)}
        className="min-h-11 w-full rounded-b-xl border-t border-fold px-4 text-left text-note text-ink-soft underline decoration-edge underline-offset-4 hover:text-ink"
      >
        {t('recent.clear')}
      </button>
    </details>
  );
}
