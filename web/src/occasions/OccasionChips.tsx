import type { ImageMode } from '@sachet/shared/contracts/vocabulary';
import { istDay } from '@sachet/shared/ledger/calendar';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../i18n/translate';
import { Chips } from '../ui/Chips';
import { planOccasions } from './calendar';
import type { Occasion } from './dates';
import { OccasionPicture } from './OccasionPicture';
import { toOccasionLabel, toPrompt } from './words';

const fewMax = 8;

/** Sample prompts by occasion, the next ones first, for a picture tool. */
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
  const [showAll, setShowAll] = useState(false);
  const [planned] = useState(() => planOccasions(istDay(Date.now())));
  const value = planned.find(({ occasion }) => toPrompt(t, mode, occasion) === chosen)?.occasion;
  const shown = planned.filter(
    ({ occasion }, index) => showAll || index < fewMax || occasion === value,
  );
  const Icon = showAll ? ChevronUp : ChevronDown;
  return (
    <div className="grid justify-items-start gap-1.5">
      <Chips<Occasion>
        label={t('occasion.title')}
        note={t('form.optional')}
        choices={shown.map((each) => ({
          value: each.occasion,
          label: toOccasionLabel(t, language, each),
          icon: <OccasionPicture occasion={each.occasion} className="-ml-1.5 size-7 rounded-md" />,
        }))}
        value={value ?? null}
        onChange={(occasion) => onChoose(occasion && toPrompt(t, mode, occasion))}
      />
      {shown.some(({ isByMoon }) => isByMoon) && (
        <p className="text-note text-ink-soft">{t('occasion.moon')}</p>
      )}
      <button
        type="button"
        aria-expanded={showAll}
        onClick={() => setShowAll(!showAll)}
        className="inline-flex min-h-9 items-center gap-1 text-note font-semibold underline underline-offset-4 pointer-coarse:min-h-11"
      >
        {t(showAll ? 'occasion.fewer' : 'occasion.all')}
        <Icon aria-hidden className="size-4" />
      </button>
    </div>
  );
}
