import { Suspense, lazy } from 'react';
import { classes } from '../ui/classes';

/** Whoever knows that answers are about to be shown fetches it in good time. */
export async function loadMarkdown() {
  return { default: (await import('./Markdown')).Markdown };
}

const Markdown = lazy(loadMarkdown);

/** A model's answer. Its words are there at once, its form as soon as Markdown has been fetched. */
export function MarkdownText({ text, className }: { text: string; className?: string }) {
  return (
    <div
      className={classes('grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3', className)}
    >
      <Suspense fallback={<p className="whitespace-pre-line">{text}</p>}>
        <Markdown text={text} />
      </Suspense>
    </div>
  );
}
