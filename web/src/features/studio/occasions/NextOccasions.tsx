import { istDay } from '@sachet/shared/time';
import { useState } from 'react';
import { type Example, firstExample } from '../examples/example';
import { moreExamples } from '../examples/more-examples';
import { useTranslation } from '../../../i18n/translate';
import { classes } from '../../../ui/classes';
import { type PlannedOccasion, planOccasions } from './calendar';
import { type Occasion, undated } from './dates';
import { OccasionPicture } from './OccasionPicture';
import { toOccasionLabel, toPrompt } from './words';

/** The examples of occasions, which are shown beside the box. */
const exampleOf: Partial<Record<Occasion, string>> = {
  diwali: 'sweets',
  newStock: 'sarees',
  menu: 'tiffin',
  saleEnds: 'kirana',
};

const datedMax = 2;
const undatedMax = 4;

/** An occasion this soon comes first, because its pictures are needed now. */
const soonDays = 14;
const isSoon = ({ daysLeft }: PlannedOccasion) => daysLeft !== null && daysLeft <= soonDays;

/**
 * The next dated occasions and the most frequent others, for the prompt box: one row that scrolls on a
 * phone, two rows on a desk. The chosen chip empties the box.
 */
export function NextOccasions({
  prompt,
  onPrompt,
}: {
  prompt: string;
  onPrompt: (to: string, example?: Example) => void;
}) {
  const { t, language } = useTranslation();
  const [planned] = useState(() => planOccasions(istDay(Date.now())));
  const start = planned.findIndex(({ occasion }) => occasion === undated[0]);
  const dated = planned.slice(0, Math.min(start, datedMax));
  const weekly = planned.slice(start, start + undatedMax);
  const shown = [
    ...dated.filter(isSoon),
    ...weekly.slice(0, 2),
    ...dated.filter((each) => !isSoon(each)),
    ...weekly.slice(2),
  ];
  return (
    <div
      role="group"
      aria-label={t('occasion.chips')}
      className="flex animate-appear gap-1.5 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:[scrollbar-width:none] md:flex-wrap md:gap-y-1"
    >
      {shown.map((each) => {
        const { occasion } = each;
        const example = [firstExample, ...moreExamples].find(
          ({ id }) => id === exampleOf[occasion],
        );
        const words = example?.prompt[language] ?? toPrompt(t, 'image', occasion);
        const isChosen = prompt === words;
        return (
          <button
            key={occasion}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onPrompt(isChosen ? '' : words, example)}
            className={classes(
              'inline-flex min-h-9 shrink-0 items-center gap-1.5 rounded-full border-[1.5px] pr-3 pl-1 text-note font-medium whitespace-nowrap transition-colors duration-150 pointer-coarse:min-h-11',
              isChosen
                ? 'border-ink bg-ink text-on-ink'
                : 'border-fold bg-packet hover:border-edge',
            )}
          >
            <OccasionPicture
              occasion={occasion}
              className="size-7 shrink-0 rounded-full ring-1 ring-ink/15"
            />
            {toOccasionLabel(t, language, each)}
          </button>
        );
      })}
    </div>
  );
}
