import { Hash, Image as ImageIcon, Lightbulb, PenLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../paths';
import { buttonClasses } from '../../ui/Button';
import { Packet } from '../../ui/Packet';

/** What each idea brings. */
const contents = [
  [ImageIcon, 'hasPicture'],
  [PenLine, 'hasCaptions'],
  [Hash, 'hasHashtags'],
] as const;

/** Specification, section 2: the 'Daily IG Ideas' card, free. */
export function IdeasCard() {
  const { t } = useTranslation();
  return (
    <Packet>
      <div className="crimp grid h-10 bg-print-jade" />
      <div className="grid gap-5 border-t border-dashed border-ink/30 p-4 sm:p-6">
        <div>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <h2 className="text-title font-bold">{t('ideas.card')}</h2>
            <p className="rounded-full bg-sunk px-3 text-note leading-7 font-bold">
              {t('text.free')}
            </p>
          </div>
          <p className="mt-1 text-ink-soft">{t('ideas.cardText')}</p>
        </div>
        <ul className="grid gap-3">
          {contents.map(([Icon, word]) => (
            <li key={word} className="flex items-center gap-3">
              <Icon aria-hidden className="size-5 shrink-0 text-ink-soft" />
              {t(`ideas.${word}`)}
            </li>
          ))}
        </ul>
        <Link to={paths.mode('instagram_ideas')} className={buttonClasses('outline', 'min-h-13')}>
          <Lightbulb aria-hidden className="size-5" />
          {t('ideas.open')}
        </Link>
      </div>
    </Packet>
  );
}
