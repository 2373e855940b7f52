import { blockReplies, freeReplies } from '@sachet/shared/chat/chat';
import type { Quality } from '@sachet/shared/contracts/vocabulary';
import type { PictureProvider, Provider } from '@sachet/shared/providers';
import {
  chatBlockPriceRupees,
  type FinalSize,
  finalSizes,
  imagePriceRupees,
  textPriceRupees,
} from '@sachet/shared/models/rate-card';
import {
  type ImageMode,
  imageModes,
  isEdit,
  type PaidTextMode,
  paidTextModes,
  tools,
} from '@sachet/shared/tools';
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
import { ExampleImage, firstExample } from '../examples/example';

const previewPixels = 256;

/** Whether the tool is one of the specified ones, which come before the others. */
const isCard = (mode: PaidTextMode) => tools[mode].place === 'card';

const toTiers = <P extends Provider>(providers: readonly P[]): Column<P>[] =>
  providers.flatMap((provider) => qualities.map((quality) => ({ provider, quality })));

/** Shows all prices from the rate card that the server uses. */
export function PricesPage() {
  const { t } = useTranslation();
  const providers = useProviders();
  const names = useAskedNames('texts');
  usePageTitle(t('common.prices'));
  const toTexts = (mode: PaidTextMode) => (
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
  );
  return (
    <article className="mx-auto max-w-7xl px-4 pt-10 sm:px-6 md:pt-16">
      <h1 className="text-display font-extrabold tight">{t('common.prices')}</h1>
      <p className="mt-3 max-w-2xl text-lead text-pretty text-ink-soft">{t('prices.lead')}</p>
      <div className="mt-8 grid grid-cols-1 items-start gap-x-14 gap-y-10 md:mt-10 lg:grid-cols-2">
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
        {paidTextModes.filter(isCard).map(toTexts)}
        <ToolSection
          title={t('common.free')}
          text={t('prices.freeText')}
          to={paths.mode('instagram')}
        >
          <p className="text-pretty">{t('prices.failed')}</p>
        </ToolSection>
        {paidTextModes.filter((mode) => !isCard(mode)).map(toTexts)}
      </div>
    </article>
  );
}

function ToolSection({
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
    <section aria-label={title} className="grid grid-cols-1 gap-3">
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
  const drawers = usePictureProviders();
  const tiers = toTiers(drawers);
  const shown = drawers.at(isEdit(mode) ? -1 : 0);
  return (
    <ToolSection
      title={modeName(t, mode)}
      text={t(`prices.${mode}Text`, { size: previewPixels })}
      to={paths.mode(mode)}
    >
      <PriceTables
        title={modeName(t, mode)}
        columns={tiers}
        toModel={({ provider, quality }) => quality && models?.[mode][quality][provider]}
        head={t('studioCommon.size')}
        rows={finalSizes.map((size) => ({
          name: `${size} px`,
          purpose: shown && <SizeExample size={size} provider={shown} />,
          isOnSale: ({ provider, quality }: Column<PictureProvider>) =>
            isSizeOnSale({ mode, quality: quality ?? 'quality', provider, size }),
          toRupees: ({ provider, quality }: Column<PictureProvider>) =>
            imagePriceRupees({ mode, quality: quality ?? 'quality', provider, size }),
        }))}
      />
      {!isEdit(mode) && <p className="text-note text-ink-soft">{t('prices.larger')}</p>}
    </ToolSection>
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
    <ToolSection title={title} text={text} to={to}>
      <PriceTables title={title} columns={columns} rows={[{ name: row, toRupees }]} />
    </ToolSection>
  );
}

/** Tables of prices: a row for each size, and two columns for each of two providers. More do not fit a phone. */
function PriceTables<P extends Provider>({
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
    /** The purpose of the row, with a picture of its size. */
    purpose?: ReactNode;
    toRupees: (column: Column<P>) => number;
    isOnSale?: (column: Column<P>) => boolean;
  }[];
  head?: string;
  /** Returns the model's name; undefined until the names are loaded, null if the provider has no model. */
  toModel?: (column: Column<P>) => string | null | undefined;
}) {
  const { t } = useTranslation();
  const toQuality = ({ quality }: Column<P>) =>
    quality && t(quality === 'quality' ? 'studioCommon.quality' : 'studioCommon.speed');
  const toName = (column: Column<P>) =>
    [providerName[column.provider], toQuality(column)].filter(Boolean).join(' · ');
  const isShown = (row: (typeof rows)[number], column: Column<P>) =>
    toModel?.(column) !== null && (row.isOnSale?.(column) ?? true);
  const span = columns.filter(({ provider }) => provider === columns[0]?.provider).length;
  const groups = Array.from({ length: Math.ceil(columns.length / span / 2) }, (_, index) =>
    columns.slice(index * span * 2, (index + 1) * span * 2),
  );
  const toGroupName = (group: Column<P>[]) =>
    [title, ...new Set(group.map(({ provider }) => providerName[provider]))].join(' · ');
  const corner = (
    <th
      scope="col"
      rowSpan={span === 1 ? 1 : 2}
      className="py-2 text-left align-bottom font-normal text-ink-soft"
    >
      {head ?? <span className="sr-only">{title}</span>}
    </th>
  );
  return (
    <div className="grid grid-cols-1 gap-3">
      {groups.map((group) => (
        // With large text, the table is wider than a phone. Relative, so that hidden words scroll with it.
        <div
          key={group[0]?.provider}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- makes it scrollable by keyboard
          tabIndex={0}
          role="region"
          aria-label={toGroupName(group)}
          className="relative overflow-x-auto rounded-xl bg-packet"
        >
          <table
            aria-label={title}
            className="w-full border-collapse text-right tabular-nums [&_:is(td,th)]:px-1 sm:[&_:is(td,th)]:px-1.5 [&_:is(td,th):last-child]:pr-3 [&_tr>:first-child]:pl-3 sm:[&_tr>:first-child]:pl-4"
          >
            <thead className="text-note">
              {span > 1 && (
                <tr>
                  {corner}
                  {group
                    .filter((_column, index) => index % span === 0)
                    .map(({ provider }) => (
                      <th key={provider} scope="colgroup" colSpan={span} className="pt-3 font-bold">
                        {/* The line shows which columns are the provider's. */}
                        <span className="ml-2 block border-b border-edge pb-1 text-center sm:ml-6">
                          {providerName[provider]}
                        </span>
                      </th>
                    ))}
                </tr>
              )}
              <tr className="align-bottom">
                {span === 1 && corner}
                {group.map((column) => (
                  <th key={toName(column)} scope="col" className="py-2 font-semibold">
                    {span > 1 && (
                      <span className="sr-only">{providerName[column.provider]} · </span>
                    )}
                    {toQuality(column) ?? providerName[column.provider]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.name} className="border-t border-dashed border-edge">
                  <th scope="row" className="py-2 text-left font-normal">
                    {row.purpose ?? row.name}
                  </th>
                  {group.map((column) => (
                    <td key={toName(column)} className="py-2 font-bold max-sm:text-note">
                      {isShown(row, column) ? (
                        <Price rupees={row.toRupees(column)} />
                      ) : (
                        <span className="font-normal text-ink-soft">–</span>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
      {toModel && (
        <ul className="grid text-note text-ink-soft">
          {columns.map((column) => {
            const model = toModel(column);
            return (
              <li key={toName(column)} className="min-h-[1lh]">
                <span className="font-semibold">{toName(column)}</span>{' '}
                {model && t('prices.drawnBy', { model })}
                {model === null && t('prices.notNow')}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

/** A picture whose area is in proportion to its size, with what the size is good for. */
function SizeExample({ size, provider }: { size: FinalSize; provider: PictureProvider }) {
  const { t } = useTranslation();
  const part = size / Math.max(...finalSizes);
  return (
    <span className="flex items-center gap-2 sm:gap-3">
      <span aria-hidden className="grid size-9 shrink-0 place-items-center sm:size-18">
        <span style={{ width: `${Math.sqrt(part) * 100}%` }}>
          <ExampleImage
            example={firstExample}
            provider={provider}
            sizes="4.5rem"
            className="rounded-[3px]"
          />
        </span>
      </span>
      <span className="grid min-w-0">
        <span className="font-semibold whitespace-nowrap">{size} px</span>
        <span className="text-note text-ink-soft wrap-normal">{t(`prices.for${size}`)}</span>
      </span>
    </span>
  );
}
