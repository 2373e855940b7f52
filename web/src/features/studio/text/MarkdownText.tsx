import { type ReactNode, Component } from 'react';
import { lazyPart } from '../../../app/base/lazy-part';
import { classes } from '../../../ui/classes';

/**
 * The code for Markdown. Also loads the code of the Copy button, because a browser may refuse the clipboard to
 * a press that waited for the network.
 */
export const Markdown = lazyPart(
  async () => {
    const [{ Markdown }] = await Promise.all([import('./Markdown'), import('./plain-text')]);
    return Markdown;
  },
  { coming: PlainText, missing: PlainText },
);

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
    <div className={classes('grid min-w-0 grid-cols-1 content-start gap-3', className)}>
      <OrPlainText text={text}>
        <Markdown text={text} isWriting={isWriting} />
      </OrPlainText>
    </div>
  );
}

/** Renders a text whose code is loading or missing. */
export function PlainText({ text }: { text: string }) {
  return <p className="whitespace-pre-wrap">{text}</p>;
}

/** Renders `text` if rendering the children throws an error. */
export function OrPlainText({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Boundary retryOn={text} instead={<PlainText text={text} />}>
      {children}
    </Boundary>
  );
}

type BoundaryProps = {
  /** If this value changes after an error, the children are rendered again. */
  retryOn: unknown;
  instead: ReactNode;
  children: ReactNode;
};
type BoundaryState = { broken: boolean; retryOn: unknown };

/** Shows `instead` if a child throws an error while rendering. The rest of the page stays. */
class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { broken: false, retryOn: this.props.retryOn };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  static getDerivedStateFromProps({ retryOn }: BoundaryProps, state: BoundaryState) {
    return retryOn === state.retryOn ? null : { broken: false, retryOn };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override render() {
    return this.state.broken ? this.props.instead : this.props.children;
  }
}

/** Converts Markdown to plain text for the clipboard. */
export async function toCopied(markdown: string): Promise<string> {
  try {
    return (await import('./plain-text')).toPlainText(markdown);
  } catch {
    return markdown;
  }
}
