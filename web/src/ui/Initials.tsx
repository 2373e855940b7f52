import { classes } from './classes';

/** The first letters of a person's names in a circle. The whole name is written nearby. */
export function Initials({ names, className }: { names: readonly string[]; className: string }) {
  return (
    <span
      aria-hidden
      className={classes(
        'grid shrink-0 place-items-center rounded-full bg-ink font-bold text-on-ink uppercase',
        className,
      )}
    >
      {names.map(getFirstLetter).join('')}
    </span>
  );
}

/** Returns the first character of the name, even if it consists of several code units. */
function getFirstLetter(name: string): string {
  const [first] = new Intl.Segmenter().segment(name);
  return first?.segment ?? '';
}
