import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import { Crop } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { lazyDialog } from '../../../app/base/lazy-part';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';

const VersionDialog = lazyDialog(async () => (await import('./VersionDialog')).VersionDialog);

/** Opens the formats and the brand for a picture, bought or not. */
export function VersionButton({
  generation,
  look,
  className,
}: {
  generation: GenerationResult;
} & Pick<ComponentProps<typeof Button>, 'look' | 'className'>) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look={look} size="small" className={className} onClick={() => setOpen(true)}>
        <Crop aria-hidden className="size-4 shrink-0" />
        {t('version.open')}
      </Button>
      {isOpen && <VersionDialog generation={generation} onClose={() => setOpen(false)} />}
    </>
  );
}
