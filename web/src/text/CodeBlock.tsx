import type { ReactNode } from 'react';
import type { ExtraProps } from 'react-markdown';
import { useTranslation } from '../i18n/translate';
import { CopyButton } from './CopyButton';

type Node = NonNullable<ExtraProps['node']>;

/** A block of code with its language and its own Copy. */
export function CodeBlock({ node, children }: { node?: Node; children?: ReactNode }) {
  const { t } = useTranslation();
  const language = node ? toLanguage(node) : null;
  return (
    <div className="overflow-hidden rounded-xl border border-fold bg-sunk">
      <div className="flex items-center justify-between border-b border-fold pl-4">
        <span className="font-mono text-note text-ink-soft">{language ?? t('chat.code')}</span>
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

/** The whole info string of the fence. */
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
