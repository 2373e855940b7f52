import { classes } from '../../ui/classes';
import { readBlocks, readInlines, type Block, type Inline, type ListItem } from './rich-text';

/** A model's answer as React nodes: what looks like markup in it is shown, never run. */
export function RichText({ text, className }: { text: string; className?: string }) {
  return (
    <div className={classes('grid content-start gap-3', className)}>
      {readBlocks(text).map((block) => (
        <BlockView key={block.at} block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return (
        <h3 className="text-lead font-bold">
          <Inlines text={block.text} />
        </h3>
      );
    case 'code':
      return (
        <pre className="overflow-x-auto rounded-lg bg-sunk p-3 font-mono text-note">
          <code>{block.text}</code>
        </pre>
      );
    case 'list':
      return <List start={block.start} items={block.items} />;
    case 'paragraph':
      return (
        <p className="whitespace-pre-line">
          <Inlines text={block.text} />
        </p>
      );
  }
}

function List({ start, items }: { start: number | null; items: ListItem[] }) {
  const points = items.map((item, index) => (
    <li
      key={item.at}
      className={classes('pl-1 whitespace-pre-line', item.depth > 0 && 'list-[circle]')}
      style={{ marginLeft: `${item.depth * 1.25}rem` }}
      // A point further in is not counted.
      {...(item.depth > 0 && start !== null ? { value: numberBefore(start, items, index) } : {})}
    >
      <Inlines text={item.text} />
    </li>
  ));
  const look = 'grid gap-2 pl-5 marker:font-semibold marker:text-ink-soft';
  return start === null ? (
    <ul className={`${look} list-disc`}>{points}</ul>
  ) : (
    <ol start={start} className={`${look} list-decimal`}>
      {points}
    </ol>
  );
}

function numberBefore(start: number, items: ListItem[], index: number): number {
  return start - 1 + items.slice(0, index).filter(({ depth }) => depth === 0).length;
}

function Inlines({ text }: { text: string }) {
  return readInlines(text).map((part) => <InlineView key={part.at} part={part} />);
}

function InlineView({ part }: { part: Inline }) {
  switch (part.kind) {
    case 'strong':
      return <strong className="font-bold">{part.text}</strong>;
    case 'emphasis':
      return <em>{part.text}</em>;
    case 'code':
      return <code className="rounded bg-sunk px-1 font-mono text-note">{part.text}</code>;
    case 'text':
      return part.text;
  }
}
