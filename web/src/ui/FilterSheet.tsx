import { SlidersHorizontal } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useMedia } from '../browser/use-media';
import { useTranslation } from '../i18n/translate';
import { Button } from './Button';
import { Dialog } from './Dialog';

/** The filters of a list. On a phone they are in a sheet, so that the rows are visible first. */
export function FilterSheet({
  count,
  size = 'small',
  show,
  children,
}: {
  /** The number of set filters, shown on the button. */
  count: number;
  size?: 'small' | 'compact';
  /** The text of the button that closes the sheet. */
  show: string;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const isPhone = useMedia('(width < 40rem)');
  const [isOpen, setOpen] = useState(false);
  if (!isPhone) return children;
  return (
    <>
      <Button look="outline" size={size} onClick={() => setOpen(true)}>
        <SlidersHorizontal aria-hidden className="size-4" />
        {t('studioCommon.filters')}
        {count > 0 && (
          <span className="grid size-6 place-items-center rounded-full bg-ink text-note text-on-ink tabular-nums">
            {count}
          </span>
        )}
      </Button>
      {isOpen && (
        <Dialog
          open
          title={t('studioCommon.filters')}
          closeLabel={t('common.close')}
          onClose={() => setOpen(false)}
        >
          <div className="grid gap-5">
            {children}
            <Button size="large" onClick={() => setOpen(false)}>
              {show}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
