import type { Mode } from '@sachet/shared/contracts/vocabulary';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../paths';
import { buttonClasses } from '../../ui/Button';
import { modeName } from '../tools';

/** A tool that has no backend yet says so, rather than pretending. */
export function OpensSoon({ mode }: { mode: Mode }) {
  const { t } = useTranslation();
  return (
    <div className="grid max-w-xl justify-items-start gap-3 py-16">
      <p className="font-semibold text-ink-soft">{modeName(t, mode)}</p>
      <h1 className="text-title font-bold">{t('tool.opensSoon')}</h1>
      <p className="text-lead text-ink-soft">{t('tool.opensSoonText')}</p>
      <Link to={paths.mode('image')} className={buttonClasses('ink', 'mt-3')}>
        {t('tool.openImage')}
      </Link>
    </div>
  );
}
