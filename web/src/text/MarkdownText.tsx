import { Suspense, lazy, type ReactNode } from 'react';
import { Boundary } from '../browser/router';
import { classes } from '../ui/classes';

/** Whoever knows that answers are about to be shown fetches it in good time. */
export async function loadMarkdown() {
  return { default: (await import('./Markdown')).Markdown };
}

const Markdown = lazy(loadMarkdown);

/**
 * A model's answer. Its words are there at once, its form as soon as Markdown has been fetched. Where
 * that fails, the words stay.
 */
export function MarkdownText({
  text,
  isWriting,
  className,
}: {
  text: string;
  /** More of it is to come. */
  isWriting?: boolean;
  className?: string;
}) {
  return (
    <div
      className={classes('grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3', className)}
    >
      <OrPlainText text={text}>
        <Markdown text={text} isWriting={isWriting} />
      </OrPlainText>
    </div>
  );
}

/** The plain text while its form is being fetched, and where showing the form throws. */
export function OrPlainText({ text, children }: { text: string; children: ReactNode }) {
  const plain = <p className="whitespace-pre-wrap">{text}</p>;
  return (
    <Boundary retryOn={text} instead={plain} onError={console.error}>
      <Suspense fallback={plain}>{children}</Suspense>
    </Boundary>
  );
}

/** Without Markdown, for the clipboard. */
export async function toCopied(markdown: string): Promise<string> {
  try {
    return (await import('./plain-text')).toPlainText(markdown);
  } catch {
    return markdown;
  }
}
