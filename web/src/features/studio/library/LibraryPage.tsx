import { zipMax } from '@sachet/shared/studio/contracts/library';
import { Download, SquareCheck } from 'lucide-react';
import { useState } from 'react';
import { lazyDialog } from '../../../app/base/lazy-part';
import { Link, useSearchParams } from 'react-router-dom';
import { api } from '../../../api/client';
import { useLibrary } from '../../../api/library';
import { usePageTitle } from '../../../browser/page-title';
import { useUrlOverlay } from '../../../browser/url-overlay';
import { Loaded } from '../../../app/base/Loaded';
import { IndianTimeNote } from '../../../app/base/Moment';
import { useDownload } from '../../../app/base/use-download';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { Button, buttonClasses } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { EmptyState } from '../../../ui/EmptyState';
import { withChange, type Query } from '../../../browser/url';
import { firstExample } from '../examples/example';
import { Pair } from '../examples/Pair';
import { Filters, noFilter, parseFilter } from './Filters';
import { Grid, WaitingGrid } from './Grid';

const Viewer = lazyDialog(async () => (await import('./Viewer')).Viewer);

/** Shows all results of the user, newest first, and the open result (docs/product.md, Library). */
export function LibraryPage() {
  const { t } = useTranslation();
  usePageTitle(t('library.title'));
  const [params, setParams] = useSearchParams();
  const [selected, setSelected] = useState<ReadonlySet<string> | null>(null);
  const filter = parseFilter(params);
  const library = useLibrary(filter);
  const openId = params.get('open');
  const toUrl = (id: string | null) => `?${withChange(params, { open: id })}`;
  const overlay = useUrlOverlay('open', { isOpen: openId !== null, below: toUrl(null) });
  const { rows, error, hasMore, isStale, isValidating, loadMore, revalidate } = library;
  const isFiltered = Object.keys(filter).length > 0;

  const changeFilter = (change: Query) =>
    setParams(withChange(params, change), {
      replace: true,
      preventScrollReset: true,
      // As a transition, a pressed filter would stay unchanged until the rows are rendered, and a press in the
      // meantime would undo it.
      flushSync: true,
    });

  const show = (generationId: string) => void overlay.show(toUrl(generationId));

  function toggle(generationId: string) {
    const next = new Set(selected);
    if (!next.delete(generationId) && next.size < zipMax) next.add(generationId);
    setSelected(next);
  }

  return (
    <div className="mx-auto grid max-w-7xl content-start gap-4 px-4 pt-6 pb-12 sm:px-6 md:pt-8">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1 className="text-title font-bold">{t('library.title')}</h1>
        {rows && rows.length > 0 && (
          <Button
            look="outline"
            size="small"
            onClick={() => setSelected(selected ? null : new Set())}
          >
            {!selected && <SquareCheck aria-hidden className="size-4" />}
            {t(selected ? 'studioCommon.done' : 'library.select')}
          </Button>
        )}
      </div>
      {(isFiltered || rows?.length !== 0) && <Filters filter={filter} onChange={changeFilter} />}
      <IndianTimeNote />
      <Loaded
        read={{ data: rows, error, mutate: revalidate }}
        failed={t('library.failed')}
        loading={<WaitingGrid />}
      >
        {(items) =>
          items.length === 0 && !hasMore ? (
            <EmptyLibrary isFiltered={isFiltered} onClear={() => changeFilter(noFilter)} />
          ) : (
            <div aria-busy={isStale || undefined} className={classes(isStale && 'opacity-60')}>
              <Grid
                items={items}
                hasMore={hasMore}
                isLoading={isValidating}
                error={error}
                selected={selected}
                onMore={loadMore}
                onOpen={show}
                onToggle={toggle}
                onStale={(id) => void library.reload(id)}
              />
            </div>
          )
        }
      </Loaded>
      {selected && <SelectionBar selected={selected} onDone={() => setSelected(null)} />}
      {openId && (
        <Viewer
          key="viewer"
          generationId={openId}
          items={rows ?? []}
          hasMore={hasMore}
          onMore={loadMore}
          onShow={show}
          onClose={() => void overlay.close()}
          library={library}
        />
      )}
    </div>
  );
}

function EmptyLibrary({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useTranslation();
  if (isFiltered) {
    return (
      <EmptyState title={t('library.none')}>
        <div className="grid justify-items-start gap-3">
          <p>{t('library.noneText')}</p>
          <Button look="outline" onClick={onClear}>
            {t('studioCommon.clearFilters')}
          </Button>
        </div>
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,26rem)_minmax(0,40rem)] lg:items-start lg:justify-between">
      <EmptyState title={t('library.empty')}>
        <div className="grid justify-items-start gap-3">
          <p>{t('library.emptyText')}</p>
          <Link to={paths.mode('image')} className={buttonClasses({})}>
            {t('library.first')}
          </Link>
        </div>
      </EmptyState>
      <Pair example={firstExample} />
    </div>
  );
}

/**
 * Shows the number of selected results, and a button that downloads them as a zip. The browser streams the
 * file to disk.
 */
function SelectionBar({ selected, onDone }: { selected: ReadonlySet<string>; onDone: () => void }) {
  const { t } = useTranslation();
  const { busy, start } = useDownload<'zip'>();
  const isFull = selected.size >= zipMax;

  async function download() {
    const body = { generationIds: [...selected] };
    follow((await api('POST /api/library/zip', { body })).url);
    onDone();
  }

  return (
    <div
      role="group"
      aria-label={t('library.selection')}
      className="sticky bottom-[calc(var(--lower-edge)+var(--notices)+0.5rem)] z-20 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-xl border border-edge bg-packet px-4 py-2 shadow-[0_8px_24px_var(--shade)]"
    >
      <p role="status" className="text-note font-semibold tabular-nums">
        {t(isFull ? 'library.selectedMost' : 'library.selected', { count: selected.size })}
      </p>
      <Button
        size="small"
        busy={busy !== null}
        disabled={selected.size === 0}
        onClick={() => void start('zip', download)}
      >
        <Download aria-hidden className="size-4" />
        {t('library.zip')}
      </Button>
    </div>
  );
}

function follow(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
