import { ArrowLeft, X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button';

/** The head of results that stand in place of their form, with the two ways back. */
export function PanelHeading({
  id,
  title,
  onBack,
  onClose,
  children,
}: {
  /** For the panel's `aria-labelledby`. */
  id: string;
  title: string;
  onBack: () => void;
  onClose: () => void;
  /** What was asked for. */
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);

  // The button that had the focus is gone with the form.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);

  return (
    <div className="mb-5 grid items-start gap-x-6 gap-y-2 sm:grid-cols-[1fr_auto]">
      <h1 id={id} ref={heading} tabIndex={-1} className="pt-1.5 text-title font-bold outline-none">
        {title}
      </h1>
      <div className="-mx-3 flex gap-1">
        <Button look="plain" className="px-3" onClick={onBack}>
          <ArrowLeft aria-hidden className="size-5" />
          {t('results.backToEdit')}
        </Button>
        <Button look="plain" className="px-3" onClick={onClose}>
          <X aria-hidden className="size-5" />
          {t('results.close')}
        </Button>
      </div>
      <p className="line-clamp-3 min-h-6 max-w-3xl text-ink-soft sm:col-span-2">{children}</p>
    </div>
  );
}
