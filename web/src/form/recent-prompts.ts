import type { Mode } from '@sachet/shared/contracts/vocabulary';
import { storage } from '../browser/storage';
import { createStore } from '../browser/store';
import { onWorkCleared, recentPromptsKey } from '../session/work';

/** How many are kept of each mode. */
const kept = 5;

type Prompts = Partial<Record<Mode, string[]>>;

/** Newest first. */
export const recentPrompts = createStore<Prompts>(readPrompts(storage.read(recentPromptsKey)));

onWorkCleared(() => recentPrompts.set({}));

/** What is not ours is left out. @internal exported for its test */
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

/** The same words move to the front. @internal exported for its test */
export function withPrompt(prompts: string[], prompt: string): string[] {
  return [prompt, ...prompts.filter((other) => other !== prompt)].slice(0, kept);
}

export function saveRecentPrompt(mode: Mode, prompt: string): void {
  const words = prompt.trim();
  if (words === '') return;
  change((all) => ({ ...all, [mode]: withPrompt(all[mode] ?? [], words) }));
}

export function clearRecentPrompts(mode: Mode): void {
  change((all) => ({ ...all, [mode]: [] }));
}

function change(next: (all: Prompts) => Prompts): void {
  recentPrompts.set(next);
  storage.write(recentPromptsKey, JSON.stringify(recentPrompts.get()));
}
