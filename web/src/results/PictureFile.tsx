import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { Download } from 'lucide-react';
import { useTranslation } from '../i18n/translate';
import { buttonClasses } from '../ui/Button';
import { SharePicture } from './SharePicture';

/** What one does with the file of a bought picture: keep it, hand it on. */
export function PictureFile({ generation }: { generation: GenerationResult }) {
  const { t } = useTranslation();
  if (!generation.imageUrl) return null;
  return (
    <div className="flex flex-wrap gap-2 *:flex-1">
      <a
        href={generation.imageUrl}
        download={`sachet-${generation.generationId}`}
        className={buttonClasses({})}
      >
        <Download aria-hidden className="size-5" />
        {t('results.download')}
      </a>
      <SharePicture generation={generation} />
    </div>
  );
}
