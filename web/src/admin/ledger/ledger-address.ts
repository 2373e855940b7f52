export const views = ['events', 'trial-balance', 'as-of', 'verification'] as const;
export type LedgerView = (typeof views)[number];

export function parseView(name: string | null): LedgerView {
  return views.find((view) => view === name) ?? 'events';
}
