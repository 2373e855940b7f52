import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { Download } from 'lucide-react';
import { useTranslation } from '../i18n/translate';
import { buttonClasses } from '../ui/Button';
import { BuyPicture } from './BuyPicture';
import { InPriceBar } from './InPriceBar';
import { ModelLine } from './ModelLine';
import { PaidLine } from './PaidLine';
import { SharePicture } from './SharePicture';

export function UnlockedResult({ generation }: { generation: GenerationResult }) {
  const { t } = useTranslation();
  return (
    <div className="grid content-start gap-4 p-4 sm:p-5">
      <ModelLine generation={generation} />
      <PaidLine charges={generation.charges} />
      <InPriceBar>
        {generation.imageUrl && (
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
        )}
        <BuyPicture generation={generation} />
      </InPriceBar>
    </div>
  );
}
