import type { DocumentPage } from '@sachet/shared/tax/contracts/documents';
import { ArrowLeft, Download, FolderDown } from 'lucide-react';
import { Link } from 'react-router-dom';
import { download } from '../../../api/download';
import { inPages, usePages } from '../../../api/pages';
import { useProfile } from '../../../api/profile';
import { useBusy } from '../../../app/base/busy';
import { openWallet } from '../../../app/base/dialogs';
import { Loaded } from '../../../app/base/Loaded';
import { mayReadAllDocuments } from '../../../app/base/role-verdict';
import { useDownload } from '../../../app/base/use-download';
import { usePageTitle } from '../../../browser/page-title';
import { useLanguage } from '../../../i18n/language';
import { formatIndianDay, formatMonth } from '../../../i18n/time';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { Button, buttonClasses } from '../../../ui/Button';
import { Money } from '../../../ui/Money';
import { Packet } from '../../../ui/Packet';
import { Skeleton } from '../../../ui/Skeleton';
import { BillingDetails } from './BillingDetails';
import { useDocumentDownload } from './DownloadDocument';
import { DrawnBill } from './DrawnBill';

type Row = DocumentPage['items'][number];

/** The wallet's tax documents, and what is printed on the next ones. A member has the receipts of their own payments. */
export function DocumentsPage() {
  const { t } = useTranslation();
  usePageTitle(t('bills.title'));
  const list = usePages(
    'GET /api/documents',
    inPages({}, ({ number }: Row) => number),
    { revalidateAll: true },
  );
  const { data: profile } = useProfile();
  const hasAll = mayReadAllDocuments(profile);
  const isMember = profile != null && !hasAll;
  return (
    <div className="mx-auto grid max-w-7xl gap-6 px-4 pt-3 sm:px-6 md:pt-8">
      <div className="grid gap-1">
        <Link
          to={paths.wallet}
          className="inline-flex min-h-11 items-center gap-1.5 justify-self-start font-semibold underline underline-offset-2"
        >
          <ArrowLeft aria-hidden className="size-4" />
          {t('studioCommon.wallet')}
        </Link>
        <h1 className="text-title font-bold">{t('bills.title')}</h1>
      </div>
      <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_30rem]">
        <div className="grid min-w-0 gap-5">
          <Loaded
            read={{ data: list.rows, error: list.error, mutate: list.revalidate }}
            failed={t('bills.failed')}
            loading={<Skeleton className="h-90 w-full rounded-2xl lg:h-104" />}
            empty={<None supplier={list.first?.supplier} />}
          >
            {(rows) => (
              <>
                <p className="text-pretty text-ink-soft">
                  {t(isMember ? 'bills.ofMember' : toNote(list.first))}
                </p>
                <Rows rows={rows} />
              </>
            )}
          </Loaded>
          {list.first && <Years years={list.first.years} />}
          {list.hasMore && (
            <Button
              look="outline"
              className="justify-self-center"
              busy={list.isValidating}
              onClick={list.loadMore}
            >
              {t('studioCommon.loadMore')}
            </Button>
          )}
        </div>
        {hasAll && <BillingDetails />}
      </div>
    </div>
  );
}

function toNote(page: DocumentPage | undefined) {
  if (page?.supplier === 'none') return 'bills.notYet';
  return page?.supplier === 'unregistered' ? 'bills.unregistered' : 'bills.text';
}

/** Shows a picture of a bill, and how to get the first one. */
function None({ supplier }: { supplier: DocumentPage['supplier'] | undefined }) {
  const { t } = useTranslation();
  const busy = useBusy();
  const hasBills = supplier !== 'none';
  return (
    <div className="grid overflow-hidden rounded-2xl bg-print-jade max-sm:min-h-90 sm:grid-cols-2 lg:min-h-104">
      <div className="grid content-center justify-items-start gap-4 p-6 sm:py-12 sm:pl-10">
        <p role="status" className="text-lead font-bold text-balance">
          {t(hasBills ? 'bills.none' : 'bills.notYet')}
        </p>
        {hasBills ? (
          <Button look="money" disabled={busy} onClick={() => openWallet()}>
            {t('wallet.addFunds')}
          </Button>
        ) : (
          <Link to={paths.wallet} className={buttonClasses({ look: 'outline' })}>
            {t('wallet.seeStatement')}
          </Link>
        )}
      </div>
      {/* The lower end of the bill is below the edge, so that only its head is on a phone's first screen. */}
      <div className="-mb-8 grid justify-items-center px-6 max-sm:h-52 sm:pt-10">
        <DrawnBill className="rotate-2" />
      </div>
    </div>
  );
}

/** All bills of a financial year in one file, for the accountant. */
function Years({ years }: { years: readonly string[] }) {
  const { t } = useTranslation();
  const { busy, start } = useDownload<string>();
  return (
    <div className="flex flex-wrap gap-2">
      {years.map((year) => (
        <Button
          key={year}
          look="outline"
          size="small"
          busy={busy === year}
          disabled={busy !== null}
          onClick={() =>
            void start(year, () =>
              download('GET /api/documents.zip', { year }, `sachet-bills-${year}.zip`),
            )
          }
        >
          {busy !== year && <FolderDown aria-hidden className="size-4" />}
          {t('bills.year', { year: `20${year.slice(0, 2)}–${year.slice(2)}` })}
        </Button>
      ))}
    </div>
  );
}

function Rows({ rows }: { rows: readonly Row[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { busy, start } = useDocumentDownload();
  return (
    <Packet>
      <ul aria-label={t('bills.title')} className="pt-3">
        {rows.map(({ number, kind, day, month, amount }) => (
          <li
            key={number}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-fold px-4 py-3 last:border-b-0 sm:px-5"
          >
            <div className="min-w-0 flex-1 basis-40">
              <p className="font-semibold">
                {t(`bills.kind.${kind}`)}
                {month && (
                  <span className="font-normal">{` · ${formatMonth(month, language)}`}</span>
                )}
              </p>
              <p className="flex flex-wrap gap-x-3 text-note text-ink-soft">
                <span className="tabular-nums">{number}</span>
                <time dateTime={day}>{formatIndianDay(day, language)}</time>
              </p>
            </div>
            <div className="ml-auto flex flex-wrap items-center justify-end gap-3">
              <Money rupees={amount} className="font-bold" />
              <Button
                look="outline"
                size="small"
                busy={busy === number}
                disabled={busy !== null}
                aria-label={t('bills.download', { number })}
                onClick={() => start(number)}
              >
                {busy !== number && <Download aria-hidden className="size-4" />}
                PDF
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Packet>
  );
}
