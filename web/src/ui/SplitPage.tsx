import type { ReactNode } from 'react';

/** A short page: its heading and lead, and beside them on a wide screen what one reads or fills in. */
export function SplitPage({
  title,
  lead,
  after,
  children,
}: {
  title: string;
  lead?: ReactNode;
  /** Shown below the lead on a wide screen, and below everything else on a narrow one. */
  after?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="mx-auto grid max-w-7xl gap-x-14 gap-y-6 px-4 pt-8 sm:px-6 md:pt-14 lg:grid-cols-[minmax(0,26rem)_minmax(0,45rem)] lg:grid-rows-[auto_1fr] lg:justify-between">
      <div className="grid content-start gap-4">
        <h1 className="text-title font-extrabold text-balance wrap-anywhere md:text-display md:tight">
          {title}
        </h1>
        {lead}
      </div>
      <div className="grid min-w-0 content-start gap-6 lg:row-span-2">{children}</div>
      {after && <div className="min-w-0 max-lg:pt-4">{after}</div>}
    </div>
  );
}
