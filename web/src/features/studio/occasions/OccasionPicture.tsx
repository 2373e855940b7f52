import type { Occasion } from './dates';

const drawings = import.meta.glob<string>('./drawings/*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** A small original drawing for each occasion. The text beside it names the occasion. */
export const OccasionPicture = ({
  occasion,
  className,
}: {
  occasion: Occasion;
  className: string;
}) => (
  <img
    src={drawings[`./drawings/${occasion}.svg`]}
    alt=""
    width={28}
    height={28}
    loading="lazy"
    decoding="async"
    className={className}
  />
);
