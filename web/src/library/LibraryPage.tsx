import { zipMax } from '@sachet/shared/contracts/library';
import { SquareCheck } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useLibrary } from '../api/library';
import { IndianTimeNote } from '../app/Moment';
import { LoadError } from '../app/Loaded';
import { useEntryBefore } from '../browser/router';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';
import { classes } from '../ui/classes';
import { Packet } from '../ui/Packet';
import { withChange } from '../url';
import { EmptyLibrary } from './EmptyLibrary';
import { Filters } from './Filters';
import { noFilter, parseFilter } from './filter';
import { Grid, WaitingGrid } from './Grid';
import { SelectionBar } from './SelectionBar';

const Viewer = lazy(async () => ({ default: (await import('./Viewer')).Viewer }));

/** State of a history entry: the grid is the entry before it, so that closing goes back. */
const overGrid = { isOverGrid: true };

/** Everything one made, newest first, and what is open of it (docs/product.md, Library). */
export function LibraryPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [params, setParams] = useSearchParams();
  const [selected, setSelected] = useState<ReadonlySet<string> | null>(null);
  const filter = parseFilter(params);
  const library = useLibrary(filter);
  const openId = params.get('open');
  useEntryBefore(openId !== null, `?${withChange(params, { open: null })}`, overGrid);
  const { rows, error, hasMore, isStale, isValidating, loadMore, revalidate } = library;
  const isNarrowed = Object.keys(filter).length > 0;

  const show = (generationId: string | null) =>
    setParams(withChange(params, { open: generationId }), {
      replace: openId !== null,
      preventScrollReset: true,
      state: openId === null ? overGrid : state,
    });
  const close = () => (state?.isOverGrid ? void navigate(-1) : show(null));

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
            {t(selected ? 'library.stopSelecting' : 'library.select')}
          </Button>
        )}
      </div>
      {(isNarrowed || rows?.length !== 0) && (
        <Filters
          filter={filter}
          onChange={(change) =>
            setParams(withChange(params, change), { replace: true, preventScrollReset: true })
          }
        />
      )}
      <IndianTimeNote />
      {error && !rows ? (
        <Packet>
          <div className="p-6 pt-9">
            <LoadError title={t('library.failed')} error={error} onRetry={revalidate} />
          </div>
        </Packet>
      ) : !rows ? (
        <WaitingGrid />
      ) : rows.length === 0 && !hasMore ? (
        <EmptyLibrary
          isNarrowed={isNarrowed}
          onClear={() =>
            setParams(withChange(params, noFilter), { replace: true, preventScrollReset: true })
          }
        />
      ) : (
        <div aria-busy={isStale || undefined} className={classes(isStale && 'opacity-60')}>
          <Grid
            items={rows}
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
      )}
      {selected && <SelectionBar selected={selected} onDone={() => setSelected(null)} />}
      {openId && (
        <Suspense>
          <Viewer
            key="viewer"
            generationId={openId}
            items={rows ?? []}
            hasMore={hasMore}
            onMore={loadMore}
            onShow={show}
            onClose={close}
            library={library}
          />
        </Suspense>
      )}
    </div>
  );
}
