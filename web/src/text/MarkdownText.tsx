import { Suspense, lazy, type ReactNode } from 'react';
import { Boundary } from '../ui/Boundary';
import { classes } from '../ui/classes';

/**
 * Screens that will show answers call it early. It also fetches the code of Copy: a browser may refuse
 * the clipboard to a press that had to wait for the network.
 */
export async function loadMarkdown() {
  const [{ Markdown }] = await Promise.all([import('./Markdown'), import('./plain-text')]);
  return { default: Markdown };
}

const Markdown = lazy(loadMarkdown);

/**
 * A model's answer: plain text until the Markdown code has been fetched, and when that or rendering
 * fails.
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

/** Shows `text` while the code of its children is being fetched, and when rendering them throws. */
export function OrPlainText({ text, children }: { text: string; children: ReactNode }) {
  const plain = <p className="whitespace-pre-wrap">{text}</p>;
  return (
    <Boundary retryOn={text} instead={plain}>
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
