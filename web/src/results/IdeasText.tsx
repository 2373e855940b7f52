import type { Idea } from '@sachet/shared/ideas';

/** Ideas to be read again: what is made of them is made where they were asked for. */
export function IdeasText({ ideas }: { ideas: readonly Idea[] }) {
  return (
    <ol className="grid content-start gap-5">
      {ideas.map(({ title, captionBrief, visualPrompt, hashtags }) => (
        <li key={`${title} ${visualPrompt}`} className="grid gap-1">
          <h3 className="font-bold">{title}</h3>
          <p>{captionBrief}</p>
          <p className="text-note text-ink-soft">{visualPrompt}</p>
          <p className="text-note font-semibold text-ink-soft">{hashtags.join(' ')}</p>
        </li>
      ))}
    </ol>
  );
}

export const toIdeasText = (ideas: readonly Idea[]): string =>
  ideas
    .map(({ title, captionBrief, visualPrompt, hashtags }) =>
      [title, captionBrief, visualPrompt, hashtags.join(' ')].join('\n'),
    )
    .join('\n\n');
