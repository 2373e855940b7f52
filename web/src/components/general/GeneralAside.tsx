import { Provider } from '@sachet/shared/contracts/vocabulary';
import { LockKeyhole } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Packet } from '../../ui/Packet';
import { providerName } from '../provider';

const lineWidths = ['w-11/12', 'w-full', 'w-10/12', 'w-4/5', 'w-2/3'];

/** Beside the form: where the two answers will be. */
export function GeneralAside() {
  const { t } = useTranslation();
  return (
    <aside className="min-w-0 self-start lg:sticky lg:top-20 lg:pt-11">
      <div aria-hidden className="grid grid-cols-2 gap-4 sm:gap-6">
        {Provider.options.map((provider) => (
          <Packet key={provider}>
            <div className="crimp h-8 bg-sunk sm:h-10" />
            <div className="relative grid gap-3 border-y border-dashed border-fold bg-paper/60 px-4 py-6 sm:px-5">
              {lineWidths.map((width, index) => (
                <span
                  key={width}
                  className={`h-2.5 rounded-full bg-fold ${width}`}
                  style={{ opacity: 1 - index * 0.2 }}
                />
              ))}
              <LockKeyhole className="mx-auto mt-4 size-7 text-fold" />
            </div>
            <p className="px-4 py-3 font-semibold text-ink-soft sm:px-5 sm:py-4">
              {providerName[provider]}
            </p>
          </Packet>
        ))}
      </div>
      <p className="mt-5 font-semibold">{t('general.emptyTitle')}</p>
      <p className="text-ink-soft">{t('general.emptyText')}</p>
    </aside>
  );
}
