import { withPictures } from './example';
import list from './more-examples.json';

export const moreExamples = withPictures(
  list,
  import.meta.glob<string>(['./pictures/*.{avif,webp}', '!./pictures/sweets-*'], {
    eager: true,
    query: '?url',
    import: 'default',
  }),
);
