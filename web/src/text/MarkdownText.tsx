import { Suspense, lazy, type ReactNode } from 'react';
import { Boundary } from '../ui/Boundary';
import { classes } from '../ui/classes';

/**
 * Preloads the code for Markdown. Also loads the code of the Copy button, because a browser may refuse the
 * clipboard to a press that waited for the network.
 */
export async function loadMarkdown() {
  const [{ Markdown }] = await Promise.all([import('./Markdown'), import('./plain-text')]);
  return { default: Markdown };
}

const Markdown = lazy(loadMarkdown);

/**
 * Renders a model's answer as Markdown. Renders plain text until the code is loaded, and if loading or
 * rendering fails.
 */
export function MarkdownText({
  text,
  isWriting,
  className,
}: {
  text: string;
  /** True while the text is incomplete. */
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

/**
 * Renders `text` while the code of the children is loading, and if rendering the children throws an error.
 */
export function OrPlainText({ text, children }: { text: string; children: ReactNode }) {
  const plain = <p className="whitespace-pre-wrap">{text}</p>;
  return (
    <Boundary retryOn={text} instead={plain}>
      <Suspense fallback={plain}>{children}</Suspense>
    </Boundary>
  );
}

/** Converts Markdown to plain text for the clipboard. */
export async function toCopied(markdown: string): Promise<string> {
  try {
    return (await import('./plain-text')).toPlainText(markdown);
  } catch {
    return markdown;
  }
}
