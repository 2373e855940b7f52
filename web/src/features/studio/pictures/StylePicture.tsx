import type { ReactNode } from 'react';
import { classes } from '../../../ui/classes';
import type { Composition, Style } from './image-prompt';

const drawings = import.meta.glob<string>('./drawings/*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** A small drawing; the text beside it says what it shows. */
export const Drawing = ({ name, className }: { name: string; className?: string }) => (
  <img
    src={drawings[`./drawings/${name}.svg`]}
    alt=""
    width={28}
    height={28}
    decoding="async"
    className={classes('size-7 shrink-0 rounded-md', className)}
  />
);

/** An icon for each style: the same sun over the same hill. */
export const StylePicture = ({ style }: { style: Style }) => (
  <Drawing name={style.toLowerCase().replace(' ', '-')} />
);

/** A line icon for each composition. */
export function CompositionPicture({ composition }: { composition: Composition }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 28 28"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="size-7 shrink-0"
    >
      <rect x="3" y="3" width="22" height="22" rx="3" opacity=".45" />
      {drawComposition[composition]}
    </svg>
  );
}

const drawComposition: Record<Composition, ReactNode> = {
  'Close-up': (
    <>
      <path d="M5.5 24C4 12 9 6 14 6s10 6 8.5 18" />
      <path d="M10.5 14v.01M17.5 14v.01M11 19q3 2 6 0" />
    </>
  ),
  'Wide Shot': (
    <>
      <path d="M5 19h18M5 16q5-5 9-1 4-4 9 0" opacity=".7" />
      <path d="M14 16.5v.01M14 18v3" />
    </>
  ),
  Portrait: (
    <>
      <circle cx="14" cy="11" r="3.5" />
      <path d="M7.5 24q0-7 6.5-7t6.5 7" />
    </>
  ),
  Landscape: (
    <>
      <path d="m4 21 6-8 5 6 3-3.5 6 5.5" />
      <circle cx="19" cy="9" r="2" />
    </>
  ),
  'Top-down view': (
    <>
      <circle cx="14" cy="14" r="6" />
      <circle cx="14" cy="14" r="2.5" opacity=".7" />
      <path d="M5.5 8v12M22.5 8v12" />
    </>
  ),
};
