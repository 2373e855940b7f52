import { formatCount, formatRupees } from '@sachet/shared/money';
import type { PaymentException } from '@sachet/shared/payments/contracts/admin-payments';
import { IndianDay } from '@sachet/shared/contracts/vocabulary';
import { inPages, usePages } from '../../../api/pages';
import { useTranslation } from '../../../i18n/translate';
import { EmptyState } from '../../../ui/EmptyState';
import { DayCell } from '../../admin/frame/cells';
import { FilterBar } from '../../admin/frame/FilterBar';
import { ListPage } from '../../admin/frame/ListPage';
import { useFilters } from '../../admin/frame/use-filters';
import { useView, ViewLinks } from '../../admin/frame/views';
import { getExceptionKinds } from './exception-text';
import { ExceptionTable } from './ExceptionTable';

const states = ['open', 'resolved'] as const;

/** Lists exceptions: gateway payments that could not be credited, and differences that finance resolves. */
export function PaymentsPage() {
  const { t } = useTranslation();
  const state = useView('state', states);
  const filters = useFilters(['kind', 'day', 'search']);
  const { kind, search } = filters.filters;
  const day = IndianDay.safeParse(filters.filters.day).data ?? '';
  const list = useExceptions({ state, kind, day, search });
  const { first } = list;
  return (
    <ListPage
      page="payments"
      about={t('adminPayments.about')}
      views={
        <ViewLinks label={t('adminPayments.states')} name="state" views={states}>
          {(view) => (
            <>
              {t(`adminPayments.state.${view}`)}
              {view === 'open' && first && (
                <span className="ml-1.5 tabular-nums">{formatCount(first.open)}</span>
              )}
            </>
          )}
        </ViewLinks>
      }
      filterBar={
        <FilterBar
          fields={[
            {
              name: 'search',
              label: t('adminCommon.search'),
              placeholder: t('adminPayments.searchHint'),
            },
            {
              name: 'kind',
              label: t('adminPayments.class'),
              width: 'sm:w-80',
              choices: getExceptionKinds(t, kind),
            },
          ]}
          filters={filters}
        >
          {day && (
            <span className="self-center text-note">
              {t('adminPayments.foundOn')} <DayCell day={day} />
            </span>
          )}
        </FilterBar>
      }
      list={list}
      failed={t('adminPayments.listFailed')}
      filters={filters}
      empty={
        <EmptyState compact title={t(`adminPayments.none.${state}`)}>
          {t(`adminPayments.noneText.${state}`)}
        </EmptyState>
      }
    >
      {(exceptions) => (
        <>
          {first && (
            <p className="text-note text-ink-soft">
              {t('adminPayments.found', {
                number: formatCount(first.found),
                difference: formatRupees(first.difference),
              })}
            </p>
          )}
          <ExceptionTable
            key={`${state} ${kind} ${day} ${search}`}
            exceptions={exceptions}
            onChanged={list.revalidate}
          />
        </>
      )}
    </ListPage>
  );
}

/** An empty value means no filter. `day` is the day whose comparison found the exceptions. */
type ExceptionFilter = { state: string; kind: string; day: string; search: string };

/** Loads pages of exceptions, newest first. */
function useExceptions(filter: ExceptionFilter) {
  return usePages(
    'GET /api/admin/payment-exceptions',
    inPages(filter, ({ id }: PaymentException) => id),
    { revalidateAll: true },
  );
}
