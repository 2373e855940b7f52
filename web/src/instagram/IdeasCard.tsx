import { Hash, Image as ImageIcon, Lightbulb, PenLine } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useTranslation } from '../i18n/translate';
import { paths } from '../paths';
import { buttonClasses } from '../ui/Button';
import { Packet } from '../ui/Packet';
import { FreeHeading } from './FreeHeading';

/** What each idea brings. */
const contents = [
  [ImageIcon, 'hasPicture'],
  [PenLine, 'hasCaptions'],
  [Hash, 'hasHashtags'],
] as const;

/** docs/product.md, Screens: the 'Daily IG Ideas' card, free. */
export function IdeasCard() {
  const { t } = useTranslation();
  return (
    <Packet>
      <div className="crimp grid h-10 bg-print-jade" />
      <div className="grid gap-5 border-t border-dashed border-ink/30 p-4 sm:p-6">
        <FreeHeading
          level="h2"
          title={t('ideas.card')}
          badge={t('text.free')}
          lead={t('ideas.cardText')}
        />
        <ul className="grid gap-3">
          {contents.map(([Icon, word]) => (
            <li key={word} className="flex items-center gap-3">
              <Icon aria-hidden className="size-5 shrink-0 text-ink-soft" />
              {t(`ideas.${word}`)}
            </li>
          ))}
        </ul>
        <Link
          to={paths.mode('instagram_ideas')}
          className={buttonClasses({ look: 'outline', size: 'large' })}
        >
          <Lightbulb aria-hidden className="size-5" />
          {t('ideas.open')}
        </Link>
      </div>
    </Packet>
  );
}
