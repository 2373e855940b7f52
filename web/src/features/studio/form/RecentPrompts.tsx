import type { Mode } from '@sachet/shared/contracts/vocabulary';
import { History } from 'lucide-react';
import { storage } from '../../../browser/storage';
import { createStore, useStore } from '../../../browser/store';
import { useTranslation } from '../../../i18n/translate';
import { Fold } from '../../../ui/Fold';
import { onWorkCleared, recentPromptsKey } from '../../../app/session/work';

/** Lists the latest prompts of this browser. The user can pick one again. */
export function RecentPrompts({ mode, onPick }: { mode: Mode; onPick: (prompt: string) => void }) {
  const { t } = useTranslation();
  const prompts = useStore(recentPrompts)[mode] ?? [];
  if (prompts.length === 0) return null;
  return (
    <Fold
      icon={<History aria-hidden className="size-4 text-ink-soft" />}
      title={t('recent.title')}
      note={prompts.length}
    >
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
    </Fold>
  );
}

/** The number of prompts that are stored for each mode. */
const kept = 5;

type Prompts = Partial<Record<Mode, string[]>>;

/** The prompts of each mode, newest first. */
export const recentPrompts = createStore<Prompts>(readPrompts(storage.read(recentPromptsKey)));

onWorkCleared(() => recentPrompts.set({}));

/**
 * Parses the stored prompts and ignores anything invalid.
 * @internal exported for its test
 */
export function readPrompts(written: string | null): Prompts {
  try {
    const entries = Object.entries(Object(JSON.parse(written ?? '{}')));
    return Object.fromEntries(
      entries.map(([mode, prompts]) => [
        mode,
        Array.isArray(prompts)
          ? prompts.filter((prompt) => typeof prompt === 'string').slice(0, kept)
          : [],
      ]),
    );
  } catch {
    return {};
  }
}

/**
 * Adds a prompt at the front. If it is already in the list, it moves to the front.
 * @internal exported for its test
 */
export function addPrompt(prompts: string[], prompt: string): string[] {
  return [prompt, ...prompts.filter((other) => other !== prompt)].slice(0, kept);
}

export function saveRecentPrompt(mode: Mode, prompt: string): void {
  const words = prompt.trim();
  if (words === '') return;
  change((all) => ({ ...all, [mode]: addPrompt(all[mode] ?? [], words) }));
}

function clearRecentPrompts(mode: Mode): void {
  change((all) => ({ ...all, [mode]: [] }));
}

function change(next: (all: Prompts) => Prompts): void {
  recentPrompts.set(next);
  storage.write(recentPromptsKey, JSON.stringify(recentPrompts.get()));
}
