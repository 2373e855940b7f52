import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';

/** Links to the sandbox inbox with codes and emails. Renders nothing where real emails are sent. */
export function InboxLink({ url, children }: { url?: string; children: ReactNode }) {
  if (!url) return null;
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-11 w-fit items-center gap-2 text-note font-semibold underline underline-offset-4"
    >
      {children}
      <ExternalLink aria-hidden className="size-4 shrink-0" />
    </a>
  );
}
