import { formatRupees } from '@sachet/shared/money';
import type { PaymentException } from '@sachet/shared/payments/contracts/admin-payments';
import { IndianDay } from '@sachet/shared/contracts/vocabulary';
import { useSearchParams } from 'react-router-dom';
import { inPages, usePages } from '../../../api/pages';
import { Loaded } from '../../../app/base/Loaded';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { SelectField } from '../../../ui/Field';
import { Skeleton } from '../../../ui/Skeleton';
import { withChange } from '../../../browser/url';
import { AdminPage, ViewLink } from '../../admin/frame/AdminPage';
import { DayCell } from '../../admin/frame/cells';
import { MoreRows, NoRows } from '../../admin/frame/DataTable';
import { SearchField } from '../../admin/frame/fields';
import { useFilters } from '../../admin/frame/use-filters';
import { getExceptionKinds } from './exception-text';
import { ExceptionTable } from './ExceptionTable';

/** Lists exceptions: gateway payments that could not be credited, and differences that finance resolves. */
export function PaymentsPage() {
  const { t } = useTranslation();
  const { filters, setFilters, clear } = useFilters(['state', 'kind', 'day', 'search']);
  const { kind, search } = filters;
  const state = filters.state === 'resolved' ? 'resolved' : 'open';
  const day = IndianDay.safeParse(filters.day).data ?? '';
  const isFiltered = kind !== '' || day !== '' || search !== '';
  const read = useExceptions({ state, kind, day, search });
  return (
    <AdminPage page="payments">
      <p className="text-note text-ink-soft">{t('adminPayments.about')}</p>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        <ExceptionStates current={state} open={read.first?.open} />
        <SearchField
          className="max-md:w-full md:w-72"
          label={t('adminPayments.search')}
          placeholder={t('adminPayments.searchHint')}
          value={search}
          onChange={(words) => setFilters({ search: words.trim() })}
        />
        <SelectField
          compact
          className="max-md:w-full md:w-80"
          label={t('adminPayments.class')}
          value={kind}
          onChange={(chosen) => setFilters({ kind: chosen })}
          choices={[{ value: '', label: t('admin.all') }, ...getExceptionKinds(t, kind)]}
        />
      </div>
      {isFiltered && (
        <p className="flex flex-wrap items-center gap-x-3 text-note">
          {day && (
            <span>
              {t('adminPayments.foundOn')} <DayCell day={day} />
            </span>
          )}
          <Button size="compact" look="plain" className="underline" onClick={clear}>
            {t('admin.clear')}
          </Button>
        </p>
      )}
      <Loaded
        compact
        read={{ data: read.rows, error: read.error, mutate: read.revalidate }}
        failed={t('adminPayments.listFailed')}
        loading={<Skeleton className="h-44 w-full" />}
        empty={
          <NoRows>
            {t(
              isFiltered
                ? 'adminPayments.noneHere'
                : state === 'open'
                  ? 'adminPayments.noneOpen'
                  : 'adminPayments.noneResolved',
            )}
          </NoRows>
        }
      >
        {(exceptions) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {read.first && (
              <p className="text-note text-ink-soft">
                {t('adminPayments.found', {
                  number: read.first.found.toLocaleString('en-IN'),
                  difference: formatRupees(read.first.difference),
                })}
              </p>
            )}
            <ExceptionTable
              key={`${state} ${kind} ${day} ${search}`}
              exceptions={exceptions}
              onChanged={read.revalidate}
            />
            <MoreRows
              pages={read}
              failed={t('adminPayments.listFailed')}
              end={t('adminPayments.end')}
            />
          </div>
        )}
      </Loaded>
    </AdminPage>
  );
}

type ExceptionState = 'open' | 'resolved';

/** An empty value means no filter. `day` is the day whose comparison found the exceptions. */
type ExceptionFilter = { state: ExceptionState; kind: string; day: string; search: string };

/** Loads pages of exceptions, newest first. */
function useExceptions(filter: ExceptionFilter) {
  return usePages(
    'GET /api/admin/payment-exceptions',
    inPages(filter, ({ id }: PaymentException) => id),
    { revalidateAll: true },
  );
}

/** Links to the open and the resolved exceptions. */
function ExceptionStates({
  current,
  open,
}: {
  current: ExceptionState;
  /** The number of open exceptions; undefined while it loads. */
  open: number | undefined;
}) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  return (
    <nav aria-label={t('adminPayments.states')} className="flex flex-wrap gap-1.5">
      {(['open', 'resolved'] as const).map((state) => (
        <ViewLink
          key={state}
          to={`?${withChange(params, { state: state === 'open' ? null : state })}`}
          isCurrent={state === current}
        >
          {t(`adminPayments.state.${state}`)}
          {state === 'open' && open !== undefined && (
            <span className="ml-1.5 tabular-nums">{open.toLocaleString('en-IN')}</span>
          )}
        </ViewLink>
      ))}
    </nav>
  );
}
