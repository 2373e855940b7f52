/** Fields on admin pages: 36 px high, 44 under a finger. */
export const compactInput =
  'w-full min-w-0 min-h-9 rounded-lg border-[1.5px] border-edge bg-packet px-2.5 py-1 text-note text-ink pointer-coarse:min-h-11 ' +
  'max-md:text-body placeholder:text-ink-soft hover:border-ink focus-visible:border-ink focus-visible:outline-offset-1 ' +
  'aria-invalid:border-vermilion disabled:bg-sunk [&::-webkit-search-cancel-button]:grayscale';
