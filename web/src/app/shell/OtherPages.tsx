import { Link } from 'react-router-dom';

/** Beside the words of a page that cannot be shown: where to go instead. */
export function OtherPages({
  links,
}: {
  links: readonly (readonly [to: string, label: string])[];
}) {
  return (
    <ul className="content-start self-start rounded-xl border border-fold bg-packet px-5 py-2">
      {links.map(([to, label]) => (
        <li key={to} className="border-b border-dashed border-edge last:border-b-0">
          <Link
            to={to}
            className="flex min-h-13 items-center justify-between font-semibold underline-offset-4 hover:underline"
          >
            {label}
            <span aria-hidden>→</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
