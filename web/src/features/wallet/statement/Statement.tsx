import type {
  Statement as StatementPage,
  StatementFilter,
  StatementRow,
} from '@sachet/shared/wallet/contracts/statement';
import { formatCount } from '@sachet/shared/money';
import { istDay } from '@sachet/shared/time';
import { Download } from 'lucide-react';
import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { download } from '../../../api/download';
import { useProfile } from '../../../api/profile';
import { useStatement } from '../../../api/statement';
import { LoadError } from '../../../app/base/Loaded';
import { IndianTimeNote } from '../../../app/base/Moment';
import { isOrganizationAdmin } from '../../../app/base/role-verdict';
import { useAction } from '../../../app/base/use-action';
import { useMedia } from '../../../browser/use-media';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { Description, DescriptionList } from '../../../ui/DescriptionList';
import { Money } from '../../../ui/Money';
import { Packet } from '../../../ui/Packet';
import { Skeleton } from '../../../ui/Skeleton';
import { withChange } from '../../../browser/url';
import { countFilters, parseFilter } from './filter';
import { type Change, Filters } from './Filters';
import { columns, Row } from './Row';

/** Lists all events of the wallet, newest first, filtered by the page's address. */
export function Statement() {
  const { t } = useTranslation();
  const { data: profile } = useProfile();
  const [params, setParams] = useSearchParams();
  const filter = parseFilter(params);
  const statement = useStatement(filter);
  const isAdmin = isOrganizationAdmin(profile);
  const isMember = profile?.accountType === 'organization' && !isAdmin;
  const { first } = statement;
  const change: Change = (part) =>
    setParams(withChange(params, part), {
      replace: true,
      preventScrollReset: true,
      // As a transition, a pressed checkbox would stay unchanged until the rows are rendered.
      flushSync: true,
    });
  const heading = useRef<HTMLHeadingElement>(null);
  function clear() {
    change({ from: undefined, to: undefined, kind: undefined, member: undefined });
    // The pressed button disappears. In a sheet, the dialog keeps the focus.
    if (!document.querySelector('[role=dialog]')) heading.current?.focus();
  }
  const onClear = countFilters(filter) > 0 ? clear : null;

  return (
    <section aria-labelledby="statement" className="grid min-w-0 gap-3 sm:gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 sm:gap-y-5">
        <div className="min-w-0 flex-1 basis-32">
          <h2
            ref={heading}
            id="statement"
            tabIndex={-1}
            className="text-lead font-bold focus:outline-none"
          >
            {t('studioCommon.statement')}
          </h2>
          <p className={classes('text-note text-ink-soft', !isMember && 'max-sm:sr-only')}>
            {t(isMember ? 'member.statementNote' : 'statement.note')}
          </p>
          <IndianTimeNote />
        </div>
        {/* On a desk, the fields are below the title. */}
        <div className="sm:order-last sm:basis-full">
          <Filters filter={filter} isAdmin={isAdmin} onChange={change} onClear={onClear} />
        </div>
        <CsvButton filter={filter} />
      </div>
      {first && <Totals totals={first.totals} />}
      <Rows
        statement={statement}
        onClear={onClear}
        showsHolds={filter.holds === undefined}
        showsMember={isAdmin}
      />
    </section>
  );
}

function Rows({
  statement,
  onClear,
  showsHolds,
  showsMember,
}: {
  statement: ReturnType<typeof useStatement>;
  /** null while no filter is set. */
  onClear: (() => void) | null;
  showsHolds: boolean;
  showsMember: boolean;
}) {
  const { t } = useTranslation();
  const { rows, error, hasMore, isStale, isValidating, loadMore, revalidate } = statement;
  const isPhone = useMedia('(width < 40rem)');

  if (error && !rows) {
    return (
      <Packet>
        <div className="p-6 pt-9">
          <LoadError title={t('statement.failed')} error={error} onRetry={revalidate} />
        </div>
      </Packet>
    );
  }
  if (!rows) return <Waiting />;
  if (rows.length === 0) {
    return (
      <Packet>
        <div role="status" className="grid gap-1 p-6 pt-9">
          <p className="font-semibold">{t(onClear ? 'statement.none' : 'statement.empty')}</p>
          <p className="text-ink-soft">
            {t(onClear ? 'statement.noneText' : 'statement.emptyText')}
          </p>
          {onClear && (
            // On a desk, the filters have this button.
            <Button
              look="outline"
              size="small"
              className="mt-2 justify-self-start sm:hidden"
              onClick={onClear}
            >
              {t('studioCommon.clearFilters')}
            </Button>
          )}
        </div>
      </Packet>
    );
  }
  return (
    <>
      <Packet aria-busy={isStale || undefined} className={classes(isStale && 'opacity-60')}>
        <div
          aria-hidden
          className={classes(
            'hidden gap-x-3 border-b border-fold px-5 pt-5 pb-2 text-note font-semibold text-ink-soft sm:grid',
            columns,
          )}
        >
          <span className="col-span-2">{t('statement.what')}</span>
          <span className="text-right">{t('studioCommon.amount')}</span>
          <span className="text-right">{t('studioCommon.balance')}</span>
        </div>
        <ul aria-labelledby="statement" className="@container max-sm:pt-2">
          {rows.map((row, index) => {
            const above = rows[index - 1];
            return (
              <Row
                key={row.seq}
                row={row}
                isFirstOfDay={!above || toIndianDay(above) !== toIndianDay(row)}
                {...{ isPhone, showsHolds, showsMember }}
              />
            );
          })}
        </ul>
      </Packet>
      {hasMore ? (
        <Button
          look="outline"
          className="justify-self-center"
          busy={isValidating}
          onClick={loadMore}
        >
          {t('studioCommon.loadMore')}
        </Button>
      ) : (
        <p className="text-center text-note text-ink-soft">{t('statement.end')}</p>
      )}
    </>
  );
}

const toIndianDay = ({ at }: StatementRow) => istDay(Date.parse(at));

const skeletonRows = [1, 2, 3, 4, 5];

function Waiting() {
  const { t } = useTranslation();
  return (
    <Packet role="status" aria-busy="true" aria-label={t('shell.loading')}>
      <div className="pt-3">
        {skeletonRows.map((row) => (
          <div key={row} className="flex flex-wrap justify-between px-5 py-4">
            <Skeleton className="h-10 w-40 max-w-full" />
            <Skeleton className="h-10 w-24" />
          </div>
        ))}
      </div>
    </Packet>
  );
}

/** Shows the totals of all rows that match the filter, not only of the visible rows. */
function Totals({ totals }: { totals: StatementPage['totals'] }) {
  const { t } = useTranslation();
  return (
    <DescriptionList
      aria-label={t('statement.totals')}
      className="flex flex-wrap gap-x-9 gap-y-2 sm:border-y sm:border-fold sm:py-3"
    >
      <Description name={t('statement.entries')} className="font-bold tabular-nums">
        {formatCount(totals.events)}
      </Description>
      <Description name={t('statement.in')} className="font-bold">
        <Money rupees={totals.in} />
      </Description>
      <Description name={t('statement.out')} className="font-bold">
        <Money rupees={totals.out} />
      </Description>
    </DescriptionList>
  );
}

/** A button that downloads all rows that match the filter. */
function CsvButton({ filter }: { filter: StatementFilter }) {
  const { t } = useTranslation();
  const { run, busy } = useAction(
    () => download('GET /api/statement.csv', filter, 'sachet-statement.csv'),
    { toast: true },
  );
  return (
    <Button
      look="outline"
      size="small"
      busy={busy}
      title={t('statement.csv')}
      onClick={() => void run()}
      className="max-sm:px-3"
    >
      {!busy && <Download aria-hidden className="size-4" />}
      <span className="max-sm:sr-only">{t('statement.csv')}</span>
    </Button>
  );
}
