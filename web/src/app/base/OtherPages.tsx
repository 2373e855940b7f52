import { Link } from 'react-router-dom';

type Target = readonly [to: string, label: string, value?: string];

/** Links to other pages, each with a value from that page if one is known. */
export function OtherPages({ links }: { links: readonly Target[] }) {
  return (
    <ul className="content-start self-start rounded-xl border border-fold bg-packet px-4 py-1 sm:px-5">
      {links.map(([to, label, value]) => (
        <li key={to} className="border-b border-dashed border-edge last:border-b-0">
          <Link
            to={to}
            className="flex min-h-13 items-center gap-3 font-semibold underline-offset-4 hover:underline"
          >
            <span className="mr-auto">{label}</span>
            <span className="min-w-0 truncate font-normal text-ink-soft tabular-nums">{value}</span>
            <span aria-hidden>→</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
