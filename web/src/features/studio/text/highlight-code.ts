/**
 * In a separate file, because it imports the highlighter and its languages, which load only with the first block
 * of code.
 */
import css from 'highlight.js/lib/languages/css';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import xml from 'highlight.js/lib/languages/xml';
import { createLowlight } from 'lowlight';

/** The languages that answers most often contain; `xml` includes HTML. Code in other languages stays plain. */
const lowlight = createLowlight({ css, javascript, json, python, sql, xml });
lowlight.registerAlias({ javascript: ['ts', 'tsx', 'typescript'] });

type Root = ReturnType<typeof lowlight.highlight>;
type Element = Extract<Root['children'][number], { type: 'element' }>;

/** A rehype plugin that colours the blocks of code. */
export const highlightCode = () => colourBlocks;

function colourBlocks(parent: Root | Element): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    if (child.tagName === 'code' && 'tagName' in parent && parent.tagName === 'pre') colour(child);
    else colourBlocks(child);
  }
}

function colour(code: Element): void {
  const [name] = [code.properties.className].flat();
  const language = String(name).replace(/^language-/, '');
  const [text] = code.children;
  if (text?.type !== 'text' || !lowlight.registered(language)) return;
  code.children = lowlight.highlight(language, text.value).children as Element['children'];
}
