import type { ImageMode } from '@sachet/shared/contracts/vocabulary';
import { istDay } from '@sachet/shared/time';
import { CalendarHeart } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/translate';
import { Chips } from '../../../ui/Chips';
import { Fold } from '../../../ui/Fold';
import { planOccasions } from './calendar';
import type { Occasion } from './dates';
import { OccasionPicture } from './OccasionPicture';
import { toOccasionLabel, toPrompt } from './words';

/** Sample prompts by occasion, the next ones first, behind one button of a picture tool. */
export function OccasionChips({
  mode,
  chosen,
  onChoose,
}: {
  mode: ImageMode;
  /** The prompt of the chosen occasion, if any. */
  chosen: string | null;
  /** Receives the prompt of an occasion, or null when the chosen one is pressed again. */
  onChoose: (prompt: string | null) => void;
}) {
  const { t, language } = useTranslation();
  const [planned] = useState(() => planOccasions(istDay(Date.now())));
  const value = planned.find(({ occasion }) => toPrompt(t, mode, occasion) === chosen);
  return (
    <Fold
      icon={<CalendarHeart aria-hidden className="size-4 text-ink-soft" />}
      title={t('occasion.title')}
      note={value && toOccasionLabel(t, language, value)}
    >
      <div className="grid gap-1.5 px-4 pb-4">
        <Chips<Occasion>
          label={t('occasion.title')}
          isLabelHidden
          choices={planned.map((each) => ({
            value: each.occasion,
            label: toOccasionLabel(t, language, each),
            icon: (
              <OccasionPicture occasion={each.occasion} className="-ml-1.5 size-7 rounded-md" />
            ),
          }))}
          value={value?.occasion ?? null}
          onChange={(occasion) => onChoose(occasion && toPrompt(t, mode, occasion))}
        />
        {planned.some(({ isByMoon }) => isByMoon) && (
          <p className="text-note text-ink-soft">{t('occasion.moon')}</p>
        )}
      </div>
    </Fold>
  );
}
