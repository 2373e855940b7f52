import type { Nodes, PhrasingContent, Root, RootContent } from 'mdast';
import { type ComponentProps, memo, type ReactNode, useEffect, useState } from 'react';
import ReactMarkdown, { type Components, type ExtraProps, type Options } from 'react-markdown';
import type { Transformer } from 'unified';
import { useTranslation } from '../../../i18n/translate';
import { closeStrong } from './close-strong';
import { CopyButton } from './CopyButton';
import './highlight.css';
import { isReadable, splitBlocks } from './markdown-blocks';
import { syntaxPlugins } from './markdown-syntax';

/**
 * Renders Markdown. HTML is shown as text, links open in a new tab, and pictures are links, so nothing is
 * loaded from other sites. `isWriting` is true while the text is incomplete.
 */
export function Markdown({ text, isWriting = false }: { text: string; isWriting?: boolean }) {
  const blocks = splitBlocks(text);
  const shown: ReactNode[] = [];
  let at = 0;
  for (const [index, block] of blocks.entries()) {
    const isOpen = isWriting && index === blocks.length - 1;
    // A block keeps its offset while the text grows, so the offset is its key.
    shown.push(<Block key={at} text={isOpen ? closeStrong(block) : block} />);
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

/** Headings of an answer are rendered at lower levels than those of the page. */
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
  li: ({ children, value }) => (
    <li value={value} className="pl-1 [&>ol]:mt-1.5 [&>p+p]:mt-2 [&>ul]:mt-1.5">
      {children}
    </li>
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

/** The browser draws the numbers in the padding, so the padding has room for the longest number. */
function NumberedList({ node, children }: ComponentProps<'ol'> & ExtraProps) {
  const last = node?.children.findLast((child) => child.type === 'element');
  const digits = String(last?.properties.value ?? 1).length;
  return (
    <ol
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

/** A table that is wider than the screen scrolls sideways. */
function Table({ children }: ComponentProps<'table'>) {
  const { t } = useTranslation();
  return (
    <div
      role="group"
      aria-label={t('studioCommon.table')}
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

/** Returns the link's address if it leads to the web or to mail; other links lead nowhere. */
function safeAddress(address: string): string {
  return /^(?:https?:\/\/|mailto:)/i.test(address) ? address : '';
}

type Highlight = NonNullable<Options['rehypePlugins']>[number];

const fence = /^ {0,3}(?:```|~~~)/m;
/** Longer code is not highlighted, because that would take more than a frame. */
const highlightedMaxCharacters = 10_000;

let loaded: Highlight | null = null;

/** Loads the highlighter when the first block of code is shown. Until then, code is plain. */
function useHighlight(text: string): Highlight | null {
  const [highlight, setHighlight] = useState<Highlight | null>(() => loaded);
  const isCode = text.length <= highlightedMaxCharacters && fence.test(text);
  const isNeeded = highlight === null && isCode;
  useEffect(() => {
    if (!isNeeded) return;
    let gone = false;
    import('./highlight-code').then(
      ({ highlightCode }) => {
        loaded = highlightCode;
        if (!gone) setHighlight(() => loaded);
      },
      // Code stays plain if the highlighter cannot be loaded.
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [isNeeded]);
  return isCode ? highlight : null;
}

type Node = NonNullable<ExtraProps['node']>;

/** Shows a block of code with its language and a Copy button. */
function CodeBlock({ node, children }: { node?: Node; children?: ReactNode }) {
  const { t } = useTranslation();
  const language = node ? toLanguage(node) : null;
  return (
    <div className="overflow-hidden rounded-xl border border-fold bg-sunk">
      <div className="flex items-center justify-between border-b border-fold pl-4">
        <span className="font-mono text-note text-ink-soft">
          {language ?? t('studioCommon.code')}
        </span>
        <CopyButton
          text={node ? getText(node).replace(/\n$/, '') : ''}
          label={t('chat.copyCode')}
          look="plain"
          size="small"
          className="rounded-none"
        />
      </div>
      <pre
        // The only way to scroll it with a keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="overflow-x-auto p-4 font-mono text-note focus-visible:-outline-offset-2 [&>code]:bg-transparent [&>code]:p-0"
      >
        {children}
      </pre>
    </div>
  );
}

/** Returns the language of a block of code, from the whole info string of its fence. */
function toLanguage(pre: Node): string | null {
  const [code] = pre.children;
  if (code?.type !== 'element') return null;
  const names = code.properties.className;
  const name = Array.isArray(names) && names.find((each) => String(each).startsWith('language-'));
  if (!name) return null;
  const language = String(name).slice('language-'.length);
  return code.data?.meta ? `${language} ${code.data.meta}` : language;
}

function getText(node: Node | Node['children'][number]): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(getText).join('') : '';
}

/**
 * Content nested deeper than this is not rendered as Markdown, because rendering recurses into each level and
 * readers cannot distinguish more levels.
 */
const depthMax = 24;

/**
 * Shows content that is nested too deep as its source, gives a table a column for each cell and a list item its
 * number, and ends a URL in front of a danda.
 */
function tidyTree(): Transformer<Root> {
  return (tree, file) => tidy(tree, String(file), 0);
}

function tidy(node: Nodes, source: string, depth: number): void {
  if (!('children' in node)) return;
  if (node.type === 'listItem' && node.data?.number !== undefined) {
    node.data.hProperties = { value: String(node.data.number) };
  }
  if (node.type === 'table') {
    const columns = Math.max(...node.children.map((row) => row.children.length));
    const align = node.align ?? [];
    node.align = Array.from({ length: columns }, (_column, index) => align[index] ?? null);
  }
  // A list without items and a table without rows cannot be rendered.
  const hasParts = node.type === 'list' || node.type === 'table' || node.type === 'tableRow';
  if (depth >= depthMax && !hasParts) {
    const { position } = node;
    const value = source.slice(position?.start.offset ?? 0, position?.end.offset);
    setChildren(node, [{ type: 'text', value }]);
    return;
  }
  setChildren(node, (node.children as RootContent[]).flatMap(endAddress));
  for (const child of node.children) tidy(child, source, depth + 1);
}

function setChildren(node: Nodes, children: RootContent[]): void {
  (node as { children: RootContent[] }).children = children;
}

/** Ends a URL in front of dandas. The parser ends a URL without brackets only at ASCII punctuation. */
function endAddress(node: RootContent): (RootContent | PhrasingContent)[] {
  const [words, ...more] = node.type === 'link' ? node.children : [];
  if (node.type !== 'link' || words?.type !== 'text' || more.length > 0) return [node];
  const dandas = readDandasAtEnd(words.value);
  if (dandas === '' || !node.url.endsWith(words.value)) return [node];
  node.url = node.url.slice(0, -dandas.length);
  words.value = words.value.slice(0, -dandas.length);
  return [node, { type: 'text', value: dandas }];
}

/** Uses a loop, because a pattern with `+$` takes quadratic time for dandas in front of other text. */
function readDandasAtEnd(text: string): string {
  let start = text.length;
  while (start > 0 && '।॥'.includes(text.charAt(start - 1))) start -= 1;
  return text.slice(start);
}
