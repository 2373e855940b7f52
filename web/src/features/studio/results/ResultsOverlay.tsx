import { ArrowLeft, X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { usePageTitle } from '../../../browser/page-title';
import { useTranslation } from '../../../i18n/translate';
import { Button, IconButton } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { FullScreen } from '../../../ui/FullScreen';
import { WalletPill } from '../../wallet/WalletPill';

/**
 * A full-screen panel with 'Back to Edit' and 'Close' (docs/product.md, Screens). The URL contains the
 * results, so the browser's Back also closes the panel.
 */
export function ResultsOverlay({
  title,
  asked,
  className,
  isCompact = false,
  onBack,
  onClose,
  children,
}: {
  title: string;
  /** The words that the user typed for these results. */
  asked: ReactNode;
  /** Tailwind classes for the width of the content. */
  className?: string;
  /** Hides the title on a phone to leave more room for the content. */
  isCompact?: boolean;
  onBack: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const id = useId();
  usePageTitle(title);
  return (
    <FullScreen
      labelledBy={id}
      onClose={onClose}
      isInAddress
      className={classes(
        'overflow-y-auto overscroll-contain pr-[env(safe-area-inset-right)] pl-[env(safe-area-inset-left)]',
        // No padding on a phone, because a sticky bar would stop above it.
        isCompact
          ? 'md:pb-[max(2rem,env(safe-area-inset-bottom))]'
          : 'pb-[max(2rem,env(safe-area-inset-bottom))]',
      )}
    >
      <header className="@container sticky top-(--stuck) z-10 border-b border-fold bg-paper/92 pt-[env(safe-area-inset-top)] backdrop-blur-md">
        <div className="mx-auto flex min-h-14 max-w-7xl flex-wrap items-center justify-end gap-1 px-1 py-1 sm:px-3 md:min-h-16">
          <Button
            look="plain"
            size="small"
            className="mr-auto gap-1.5 px-2! sm:px-3!"
            onClick={onBack}
          >
            <ArrowLeft aria-hidden className="size-4" />
            {t('results.backToEdit')}
          </Button>
          <WalletPill />
          <IconButton label={t('common.close')} onClick={onClose}>
            <X className="size-5" />
          </IconButton>
        </div>
      </header>
      <div
        className={classes('mx-auto px-4 sm:px-6 md:pt-8', isCompact ? 'pt-2' : 'pt-5', className)}
      >
        <h1
          id={id}
          data-autofocus
          tabIndex={-1}
          className={classes('text-title font-bold outline-none', isCompact && 'max-md:sr-only')}
        >
          {title}
        </h1>
        <p
          className={classes(
            'line-clamp-3 min-h-6 max-w-3xl text-ink-soft md:mt-1 md:mb-5',
            isCompact ? 'mb-1.5 max-md:line-clamp-1' : 'mt-1 mb-5',
          )}
        >
          {asked}
        </p>
        {children}
      </div>
    </FullScreen>
  );
}
