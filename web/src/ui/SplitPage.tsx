import type { ReactNode } from 'react';

/** A short page: its heading and lead, and beside them on a wide screen what one reads or fills in. */
export function SplitPage({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="mx-auto grid max-w-7xl gap-x-14 gap-y-6 px-4 pt-8 sm:px-6 md:pt-14 lg:grid-cols-[minmax(0,26rem)_minmax(0,45rem)] lg:justify-between">
      <div className="grid content-start gap-4 self-start lg:sticky lg:top-24">
        <h1 className="text-title font-extrabold text-balance wrap-anywhere md:text-display md:tight">
          {title}
        </h1>
        {lead}
      </div>
      <div className="grid min-w-0 content-start gap-6">{children}</div>
    </div>
  );
}
