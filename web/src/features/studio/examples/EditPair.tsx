import { useTranslation } from '../../../i18n/translate';
import { Packet } from '../../../ui/Packet';
import after from './drawings/pickle-after.svg?url';
import before from './drawings/pickle-before.svg?url';

/** A drawn photo of a product, and the same product after the edit of a preset. */
export function EditPair() {
  const { t } = useTranslation();
  const scene = t('product.festive');
  const pictures = [
    { url: before, label: t('studioCommon.before'), alt: t('edit.sampleBefore') },
    { url: after, label: t('studioCommon.after'), alt: t('edit.sampleAfter', { scene }) },
  ];
  return (
    <section aria-label={t('results.beforeAfter')} className="grid gap-2 lg:gap-3">
      <div className="grid grid-cols-2 gap-3 lg:gap-5">
        {pictures.map(({ url, label, alt }) => (
          <Packet key={url}>
            <figure>
              <img
                src={url}
                alt={alt}
                width={400}
                height={400}
                loading="lazy"
                decoding="async"
                className="aspect-square w-full bg-sunk"
              />
              <figcaption className="px-3 py-2 text-note font-semibold sm:px-4 lg:py-3 lg:text-body">
                {label}
              </figcaption>
            </figure>
          </Packet>
        ))}
      </div>
      <p className="text-note text-ink-soft">
        {scene} · {t('home.drawn')}
      </p>
    </section>
  );
}
