import './highlight.css';
import { memo, useEffect, useState, type ComponentProps, type ReactNode } from 'react';
import ReactMarkdown, { type Components, type ExtraProps, type Options } from 'react-markdown';
import { useTranslation } from '../i18n/translate';
import { closedWhileWriting } from './closed-while-writing';
import { CodeBlock } from './CodeBlock';
import { isReadable, splitBlocks } from './markdown-blocks';
import { syntaxPlugins } from './markdown-syntax';
import { tidyTree } from './tidy-tree';

/**
 * Markdown as React nodes. What looks like HTML in it is shown as it was written, links lead out by
 * themselves, and no picture is fetched from elsewhere. `isWriting`: more of the text is to come.
 */
export function Markdown({ text, isWriting = false }: { text: string; isWriting?: boolean }) {
  const blocks = splitBlocks(text);
  const shown: ReactNode[] = [];
  let at = 0;
  for (const [index, block] of blocks.entries()) {
    const isOpen = isWriting && index === blocks.length - 1;
    // Its place among the characters stays while the text grows.
    shown.push(<Block key={at} text={isOpen ? closedWhileWriting(block) : block} />);
    at += block.length;
  }
  return shown;
}

const plugins = [...syntaxPlugins, tidyTree];

const Block = memo(function Block({ text }: { text: string }) {
  const highlight = useHighlight(text);
  if (!isReadable(text)) return <p className="whitespace-pre-wrap">{text}</p>;
  return (
    <ReactMarkdown
      remarkPlugins={plugins}
      rehypePlugins={highlight ? [highlight] : []}
      urlTransform={safeAddress}
      components={components}
    >
      {text}
    </ReactMarkdown>
  );
});

/** Headings of an answer stand under those of the page. */
const components: Components = {
  h1: ({ children }) => <h3 className="mt-2 text-title font-bold first:mt-0">{children}</h3>,
  h2: ({ children }) => <h3 className="mt-2 text-lead font-bold first:mt-0">{children}</h3>,
  h3: ({ children }) => <h4 className="mt-1 font-bold first:mt-0">{children}</h4>,
  h4: ({ children }) => <h4 className="font-bold">{children}</h4>,
  h5: ({ children }) => <h4 className="font-bold">{children}</h4>,
  h6: ({ children }) => <h4 className="font-bold">{children}</h4>,
  p: ({ children }) => <p className="whitespace-pre-line">{children}</p>,
  ul: ({ children, className }) => (
    <ul className={className ? 'grid gap-1.5' : `${list} list-disc`}>{children}</ul>
  ),
  ol: NumberedList,
  li: ({ children }) => (
    <li className="pl-1 [&>ol]:mt-1.5 [&>p+p]:mt-2 [&>ul]:mt-1.5">{children}</li>
  ),
  blockquote: ({ children }) => (
    <blockquote className="grid gap-3 border-l-[3px] border-fold pl-4 text-ink-soft">
      {children}
    </blockquote>
  ),
  hr: () => <hr className="border-t border-dashed border-edge" />,
  strong: ({ children }) => <strong className="font-bold">{children}</strong>,
  a: OutLink,
  img: ({ src, alt }) => <OutLink href={typeof src === 'string' ? src : ''}>{alt || src}</OutLink>,
  input: ({ checked }) => <span aria-hidden>{checked ? '☑ ' : '☐ '}</span>,
  pre: CodeBlock,
  code: ({ className, children }) => (
    <code className={className ?? 'rounded bg-sunk px-1 py-0.5 font-mono text-note'}>
      {children}
    </code>
  ),
  table: Table,
  th: ({ children, style }) => (
    <th style={style} className="border-b-[1.5px] border-edge px-3 py-2 text-left font-bold">
      {children}
    </th>
  ),
  td: ({ children, style }) => (
    <td style={style} className="border-b border-dashed border-fold px-3 py-2 align-top">
      {children}
    </td>
  ),
};

const list = 'grid gap-1.5 pl-5 marker:font-semibold marker:text-ink-soft';

/** The browser draws the numbers in the padding, so it has room for the longest one. */
function NumberedList({ node, start = 1, children }: ComponentProps<'ol'> & ExtraProps) {
  const items = node?.children.filter(({ type }) => type === 'element').length ?? 1;
  const digits = String(start + items - 1).length;
  return (
    <ol
      start={start}
      className={`${list} list-decimal`}
      style={{ paddingInlineStart: `calc(${digits}ch + 0.75rem)` }}
    >
      {children}
    </ol>
  );
}

function OutLink({ href, children }: { href?: string; children?: ReactNode }) {
  if (!href) return children;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="font-medium break-words underline decoration-edge underline-offset-4 hover:decoration-ink"
    >
      {children}
    </a>
  );
}

/** Wider than the screen, it is moved sideways by itself. */
function Table({ children }: ComponentProps<'table'>) {
  const { t } = useTranslation();
  return (
    <div
      role="group"
      aria-label={t('chat.table')}
      // The only way to scroll it with a keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="overflow-x-auto rounded-lg"
    >
      <table className="w-full min-w-max border-collapse text-note [&_td]:max-w-96 [&_td]:min-w-20 [&_tr:last-child>td]:border-b-0">
        {children}
      </table>
    </div>
  );
}

/** Where an answer's links may lead: the web and mail. Anything else is no address. */
function safeAddress(address: string): string {
  return /^(?:https?:\/\/|mailto:)/i.test(address) ? address : '';
}

type Highlight = NonNullable<Options['rehypePlugins']>[number];

const fence = /^ {0,3}(?:```|~~~)/m;
/** Colours for more code than that take longer than a frame. */
const highlightedMaxCharacters = 10_000;

let loaded: Highlight | null = null;

/** Fetched with the first block of code that is shown; until then code is plain. */
function useHighlight(text: string): Highlight | null {
  const [highlight, setHighlight] = useState<Highlight | null>(() => loaded);
  const isCode = text.length <= highlightedMaxCharacters && fence.test(text);
  const isNeeded = highlight === null && isCode;
  useEffect(() => {
    if (!isNeeded) return;
    let gone = false;
    import('rehype-highlight').then(
      (plugin) => {
        loaded = plugin.default;
        if (!gone) setHighlight(() => loaded);
      },
      // Plain code can be read as well.
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [isNeeded]);
  return isCode ? highlight : null;
}
