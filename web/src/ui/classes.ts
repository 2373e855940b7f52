/** Joins class names and skips empty ones. */
export function classes(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

/** The panel of a menu or a popover. */
export const panelClasses =
  'z-70 max-w-[calc(100vw-1rem)] animate-appear overflow-y-auto rounded-xl border border-fold bg-packet p-1.5 shadow-[0_12px_32px_var(--shade)]';
