/** The current history entry, and what the history must show. */
interface Entries {
  /** The number of overlays over the page at the current entry. */
  depth: number;
  /** The greatest depth for which the page has an entry: the current one, or one that Back has just left. */
  top: number;
  /** The number of open overlays. */
  open: number;
  /** The number of changes of the page that wait until the page's own entry is current. */
  changes: number;
}

/** `change` runs the first change that waits, and `add` adds an entry for the next overlay. */
type Step = 'none' | 'change' | 'add' | { go: number };

/**
 * Returns the next step towards one history entry for each open overlay, above the page's own entry. Changes
 * of the page come first, so that no entry of an overlay remains between two pages.
 */
export function getNextStep({ depth, top, open, changes }: Entries): Step {
  const wanted = changes > 0 ? 0 : open;
  if (depth > wanted) return { go: wanted - depth };
  if (changes > 0) return 'change';
  if (depth === wanted) return 'none';
  // Back skips a page that adds an entry without a press. An entry that Back has just left is used again.
  return top > depth ? { go: Math.min(top, wanted) - depth } : 'add';
}
