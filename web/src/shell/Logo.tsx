/** The packet with its seal: the same drawing as public/favicon.svg, in the theme's ink. */
export function Logo() {
  return (
    <span className="flex items-center gap-2">
      <svg viewBox="3 2 26 28" aria-hidden className="h-8 w-auto">
        <path
          className="fill-ink"
          d="M4 7l3-4 3 4 3-4 3 4 3-4 3 4 3-4 3 4v20a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2z"
        />
        <path className="fill-marigold" d="M4 10.5h24V13H4z" />
        <path
          className="fill-none stroke-on-ink"
          strokeWidth="2.6"
          strokeLinecap="round"
          d="M20.3 18.2c-.6-1.3-2.1-2-4.2-2-2.3 0-4 1-4 2.6 0 3.7 8.6 1.3 8.6 5.1 0 1.7-1.9 2.6-4.4 2.6-2.3 0-4-.8-4.7-2.2"
        />
      </svg>
      <span className="text-lead font-extrabold tracking-[-0.03em]">Sachet</span>
    </span>
  );
}
