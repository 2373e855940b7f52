import type { ImageMode, Quality } from '@sachet/shared/contracts/vocabulary';
import { defaultFinalSize } from '@sachet/shared/rate-card';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button';
import { FieldError } from '../../ui/Field';
import { Estimate } from './Estimate';

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

/** The end of a form: what keeping a result will cost, and the button, always in view. */
export function GenerateBar({
  mode,
  quality,
  least,
  busy,
  fault,
}: {
  mode: ImageMode;
  quality: Quality;
  least?: number;
  busy: boolean;
  fault: string | null;
}) {
  const { t } = useTranslation();
  return (
    <>
      <p className="text-note text-ink-soft">
        {t('form.estimateNote', { size: defaultFinalSize })}
      </p>
      <FieldError>{fault}</FieldError>
      <div className="sticky bottom-[calc(var(--tool-bar)+var(--consent))] -mx-4 grid gap-2.5 border-t border-dashed border-edge bg-paper px-4 py-3 md:mx-0 md:px-0 md:pb-4">
        <Estimate mode={mode} quality={quality} least={least} />
        <Button type="submit" busy={busy} className="min-h-13 text-lead">
          {t(busy ? 'form.generating' : 'form.generate')}
        </Button>
        <p className="text-center text-note text-ink-soft max-md:hidden pointer-coarse:hidden">
          {t('form.shortcut', { keys: isMac ? '⌘ Enter' : 'Ctrl Enter' })}
        </p>
      </div>
    </>
  );
}
