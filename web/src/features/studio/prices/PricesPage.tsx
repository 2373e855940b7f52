import { blockReplies, freeReplies } from '@sachet/shared/chat/chat';
import type { Quality } from '@sachet/shared/contracts/vocabulary';
import type { PictureProvider, Provider } from '@sachet/shared/providers';
import {
  chatBlockPriceRupees,
  finalSizes,
  imagePriceRupees,
  textPriceRupees,
} from '@sachet/shared/models/rate-card';
import { type ImageMode, imageModes, isEdit, paidTextModes } from '@sachet/shared/tools';
import { qualities } from '@sachet/shared/vocabulary';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { providerName, usePictureProviders, useProviders } from '../../../app/base/provider';
import { useAskedNames, useIsSizeOnSale, usePictureModels } from '../../../app/base/provider-uses';
import { modeName } from '../../../app/base/tools';
import { usePageTitle } from '../../../browser/page-title';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { Price } from '../../../ui/Money';

const previewPixels = 256;

const toTiers = <P extends Provider>(providers: readonly P[]): Column<P>[] =>
  providers.flatMap((provider) => qualities.map((quality) => ({ provider, quality })));

/** Shows all prices from the rate card that the server uses. */
export function PricesPage() {
  const { t } = useTranslation();
  const providers = useProviders();
  const names = useAskedNames('texts');
  usePageTitle(t('common.prices'));
  return (
    <article className="mx-auto max-w-7xl px-4 pt-10 sm:px-6 md:pt-16">
      <h1 className="text-display font-extrabold tight">{t('common.prices')}</h1>
      <p className="mt-3 max-w-2xl text-lead text-pretty text-ink-soft">{t('prices.lead')}</p>
      <div className="mt-10 grid gap-12">
        {imageModes.map((mode) => (
          <Pictures key={mode} mode={mode} />
        ))}
        <Texts
          title={modeName(t, 'general')}
          text={t('prices.chatText', { free: freeReplies, block: blockReplies })}
          to={paths.mode('general')}
          columns={providers.map((provider) => ({ provider, quality: null }))}
          row={t('prices.chatBlock', { block: blockReplies })}
          toRupees={({ provider }) => chatBlockPriceRupees(provider)}
        />
        {paidTextModes.map((mode) => (
          <Texts
            key={mode}
            title={t(`${mode}.pricesTitle`, names)}
            text={t(`${mode}.pricesText`)}
            to={paths.form(mode)}
            columns={toTiers(providers)}
            row={t(`${mode}.pricesRow`)}
            toRupees={({ provider, quality }) =>
              textPriceRupees({ mode, provider, quality: quality ?? 'quality' })
            }
          />
        ))}
        <Section title={t('common.free')} text={t('prices.freeText')} to={paths.mode('instagram')}>
          <p className="text-pretty">{t('prices.failed')}</p>
        </Section>
      </div>
    </article>
  );
}

function Section({
  title,
  text,
  to,
  children,
}: {
  title: string;
  text: string;
  to: string;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="grid gap-3">
      <h2 className="text-title font-bold">
        <Link to={to} className="underline-offset-4 hover:underline">
          {title}
        </Link>
      </h2>
      <p className="max-w-2xl text-pretty text-ink-soft">{text}</p>
      {children}
    </section>
  );
}

type Column<P extends Provider = Provider> = { provider: P; quality: Quality | null };

function Pictures({ mode }: { mode: ImageMode }) {
  const { t } = useTranslation();
  const { data: models } = usePictureModels();
  const isSizeOnSale = useIsSizeOnSale();
  const tiers = toTiers(usePictureProviders());
  return (
    <Section
      title={modeName(t, mode)}
      text={t(`prices.${mode}Text`, { size: previewPixels })}
      to={paths.mode(mode)}
    >
      <PriceTable
        title={modeName(t, mode)}
        columns={tiers}
        toModel={({ provider, quality }) => quality && models?.[mode][quality][provider]}
        head={t('prices.size')}
        rows={finalSizes.map((size) => ({
          name: `${size} px`,
          isOnSale: ({ provider, quality }: Column<PictureProvider>) =>
            isSizeOnSale({ mode, quality: quality ?? 'quality', provider, size }),
          toRupees: ({ provider, quality }: Column<PictureProvider>) =>
            imagePriceRupees({ mode, quality: quality ?? 'quality', provider, size }),
        }))}
      />
      {!isEdit(mode) && <p className="text-note text-ink-soft">{t('prices.larger')}</p>}
    </Section>
  );
}

function Texts({
  title,
  text,
  to,
  columns,
  row,
  toRupees,
}: {
  title: string;
  text: string;
  to: string;
  columns: Column[];
  row: string;
  toRupees: (column: Column) => number;
}) {
  return (
    <Section title={title} text={text} to={to}>
      <PriceTable title={title} columns={columns} rows={[{ name: row, toRupees }]} />
    </Section>
  );
}

/** A table of prices. On a phone, each price has its own row, because four columns do not fit. */
function PriceTable<P extends Provider>({
  title,
  columns,
  rows,
  head,
  toModel,
}: {
  title: string;
  columns: Column<P>[];
  rows: {
    name: string;
    toRupees: (column: Column<P>) => number;
    isOnSale?: (column: Column<P>) => boolean;
  }[];
  head?: string;
  /** Returns the model's name; undefined until the names are loaded, null if the provider has no model. */
  toModel?: (column: Column<P>) => string | null | undefined;
}) {
  const { t } = useTranslation();
  const toName = ({ provider, quality }: Column) =>
    [
      providerName[provider],
      quality && t(quality === 'quality' ? 'studioCommon.quality' : 'studioCommon.speed'),
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <ul aria-label={title} className="grid fit-columns-13 gap-3">
      {columns.map((column) => {
        const model = toModel?.(column);
        return (
          <li key={toName(column)} className="grid content-start gap-2 rounded-xl bg-packet p-4">
            <h3 className="font-bold">{toName(column)}</h3>
            {toModel && (
              <p className="min-h-[1lh] text-note text-ink-soft">
                {model && t('prices.drawnBy', { model })}
                {model === null && t('prices.notNow')}
              </p>
            )}
            <dl className="grid grid-cols-[1fr_auto] gap-x-3 border-t border-dashed border-edge pt-2">
              {rows
                .filter((row) => model !== null && (row.isOnSale?.(column) ?? true))
                .map((row) => (
                  <div key={row.name} className="contents">
                    <dt className="text-ink-soft">
                      {head && <span className="sr-only">{head} </span>}
                      {row.name}
                    </dt>
                    <dd className="text-right font-bold">
                      <Price rupees={row.toRupees(column)} />
                    </dd>
                  </div>
                ))}
            </dl>
          </li>
        );
      })}
    </ul>
  );
}
