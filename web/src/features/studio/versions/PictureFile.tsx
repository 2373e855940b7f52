import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import { Download, Share2 } from 'lucide-react';
import { useState } from 'react';
import { lazyDialog } from '../../../app/base/lazy-part';
import { providerName } from '../../../app/base/provider';
import { useTranslation } from '../../../i18n/translate';
import { Button, buttonClasses } from '../../../ui/Button';

const ShareSheet = lazyDialog(async () => (await import('./ShareSheet')).ShareSheet);

/** Buttons that download and share a bought picture, or a version of it. */
export function PictureFile({ generation }: { generation: GenerationResult }) {
  const { generationId, imageUrl, provider } = generation;
  const { t } = useTranslation();
  if (!imageUrl) return null;
  return (
    <FileButtons
      url={imageUrl}
      name={`sachet-${generationId}`}
      shareLabel={t('results.shareThis', { provider: providerName[provider] })}
    />
  );
}

export function FileButtons({
  url,
  name,
  shareLabel,
}: {
  /** The address of the picture. */
  url: string;
  /** The name of the file, without its ending. */
  name: string;
  shareLabel?: string;
}) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-wrap gap-2 *:flex-1">
      <a href={url} download={name} className={buttonClasses({})}>
        <Download aria-hidden className="size-5" />
        {t('studioCommon.download')}
      </a>
      <Button look="outline" aria-label={shareLabel} onClick={() => setOpen(true)}>
        <Share2 aria-hidden className="size-5" />
        {t('results.share')}
      </Button>
      {isOpen && <ShareSheet url={url} name={name} onClose={() => setOpen(false)} />}
    </div>
  );
}
