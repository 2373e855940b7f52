import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { chooseConsent } from '../analytics/consent';
import { useTranslation } from '../i18n/translate';
import { paths } from '../paths';
import { Button } from '../ui/Button';

/**
 * A bar at the lower edge, shown until the user has chosen. The page reserves its height as `--consent`, and
 * sticky bars are placed above it, so that it covers no content.
 */
export function ConsentBar() {
  const { t } = useTranslation();
  const bar = useRef<HTMLElement>(null);

  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) =>
      style.setProperty('--consent', `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`),
    );
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--consent');
    };
  }, []);

  return (
    <section
      ref={bar}
      aria-label={t('consent.title')}
      className="fixed inset-x-0 bottom-(--tool-bar) z-30 max-h-[40svh] overflow-y-auto border-t border-fold bg-packet shadow-[0_-8px_24px_var(--shade)]"
    >
      <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-2 gap-y-1 px-3 py-1 sm:gap-x-6 sm:px-6 sm:py-2">
        <p className="flex-1 basis-20 text-note leading-tight text-pretty">
          {t('consent.text')}{' '}
          <Link to={paths.privacy} className="font-semibold underline underline-offset-2">
            {t('consent.more')}
          </Link>
        </p>
        <div className="flex flex-wrap gap-1.5 max-sm:*:px-2.5 sm:gap-2">
          <Button look="outline" size="small" onClick={() => chooseConsent('denied')}>
            {t('consent.reject')}
          </Button>
          <Button look="outline" size="small" onClick={() => chooseConsent('granted')}>
            {t('consent.accept')}
          </Button>
        </div>
      </div>
    </section>
  );
}
