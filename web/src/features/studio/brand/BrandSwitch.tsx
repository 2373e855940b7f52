import { Stamp } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useStore } from '../../../browser/store';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { isBrandOn, useBrand } from './brand';

/** Adds the brand to what a tool makes, or leads to the brand page. */
export function BrandSwitch() {
  const { t } = useTranslation();
  const isOn = useStore(isBrandOn);
  const { data: brand } = useBrand();
  if (!brand || (!brand.kit && !brand.mayEdit)) return null;
  const { kit } = brand;
  if (!kit) {
    return (
      <Link
        to={paths.brand}
        className="flex min-h-11 w-fit items-center gap-2 text-note font-semibold underline decoration-edge underline-offset-4"
      >
        <Stamp aria-hidden className="size-4 shrink-0" />
        {t('brand.add')}
      </Link>
    );
  }
  return (
    <div className="flex min-h-11 items-center gap-x-3">
      <label className="flex min-h-11 min-w-0 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-ink"
          checked={isOn}
          onChange={({ target }) => isBrandOn.set(target.checked)}
        />
        <span className="min-w-0 text-note">
          <span className="font-semibold">{t('brand.use')}</span>{' '}
          <span className="text-ink-soft wrap-anywhere">{kit.name}</span>
        </span>
        <span aria-hidden className="flex shrink-0 -space-x-1">
          {[kit.mainColor, kit.secondColor].map((color) => (
            <span
              key={color}
              className="size-4 rounded-full ring-1 ring-ink/20"
              style={{ background: color }}
            />
          ))}
        </span>
      </label>
      <Link
        to={paths.brand}
        className="ml-auto flex min-h-11 shrink-0 items-center px-2 text-note font-semibold underline decoration-edge underline-offset-4"
      >
        {t(brand.mayEdit ? 'brand.edit' : 'brand.show')}
      </Link>
    </div>
  );
}
