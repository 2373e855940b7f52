import type { Receipt } from '@sachet/shared/ledger/receipt';
import { ArrowLeft } from 'lucide-react';
import { Link, useSearchParams } from 'react-router-dom';
import { isFailure } from '../../../api/failure';
import { useUid } from '../../../api/keys';
import { usePublicKeys } from '../../../api/proof';
import { useStatementRow } from '../../../api/statement';
import { useApi } from '../../../api/use-api';
import { IndianTimeNote } from '../../../app/base/Moment';
import { Loaded, LoadError } from '../../../app/base/Loaded';
import { usePageTitle } from '../../../browser/page-title';
import { saveFile } from '../../../browser/save-file';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { Button } from '../../../ui/Button';
import { Skeleton } from '../../../ui/Skeleton';
import { Notice } from '../../../ui/Notice';
import { Packet } from '../../../ui/Packet';
import { EntryDocuments } from '../../tax/documents/DownloadDocument';
import { Thumbnail } from '../../wallet/statement/Row';
import { toRowPath, toTitle } from '../../wallet/statement/row-texts';
import { CheckedReceipt, EntryFacts, toReceiptFile, useChecked } from './CheckedReceipt';

/** Shows the receipt of an entry in the user's own statement, and checks it in the browser. */
export function ReceiptPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const seq = params.get('seq') ?? '';
  usePageTitle(t('proof.open'));
  return (
    <div className="grid reading grid-cols-1 gap-5 px-4 pt-8 sm:px-6 md:pt-12">
      <Link
        to={paths.wallet}
        className="inline-flex min-h-11 items-center gap-1.5 justify-self-start font-semibold underline underline-offset-2"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {t('studioCommon.statement')}
      </Link>
      <div>
        <h1 className="text-title font-bold">{t('proof.open')}</h1>
        <IndianTimeNote />
      </div>
      {/* A voucher exists before the entry's proof does. */}
      {Number(seq) > 0 && <EntryDocuments seq={Number(seq)} />}
      <Shown seq={seq} />
    </div>
  );
}

/** Shows the purchase with its picture and words. The receipt itself does not contain them. */
function About({ seq }: { seq: string }) {
  const { t } = useTranslation();
  const { data: row } = useStatementRow(Number(seq));
  const uid = useUid();
  if (!row) return null;
  const path = toRowPath(row, uid);
  return (
    <div className="flex flex-wrap items-center gap-4 border-b border-dashed border-fold pb-5">
      <Thumbnail row={row} size={row.thumbnailUrl ? 'large' : 'small'} />
      <div className="min-w-0 flex-1 basis-40">
        <h2 className="text-lead font-bold wrap-anywhere">{toTitle(t, row)}</h2>
        {row.subject && <p className="line-clamp-2 text-note">{row.subject}</p>}
        {row.modelName && <p className="text-note text-ink-soft">{row.modelName}</p>}
        {path && (
          <Link
            to={path}
            className="inline-flex min-h-11 items-center text-note font-semibold underline underline-offset-2"
          >
            {t('proof.look')}
          </Link>
        )}
      </div>
    </div>
  );
}

function Shown({ seq }: { seq: string }) {
  const { t } = useTranslation();
  const receipt = useApi('GET /api/receipt', seq ? { seq } : null, {
    revalidateIfStale: false,
    revalidateOnFocus: false,
  });
  const keys = usePublicKeys();
  const checked = useChecked(receipt.data, keys.data, () => keys.mutate());
  if (checked) {
    return (
      <>
        <CheckedReceipt checked={checked} about={<About seq={seq} />}>
          <p className="text-note text-ink-soft">{t('proof.receiptText')}</p>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <Button look="outline" size="small" onClick={() => keep(checked.receipt)}>
              {t('proof.keep')}
            </Button>
            <Link
              to={paths.verifyReceipt}
              className="inline-flex min-h-11 items-center text-note font-semibold underline underline-offset-2"
            >
              {t('proof.whatItProves')}
            </Link>
          </div>
        </CheckedReceipt>
      </>
    );
  }
  if (isFailure(receipt.error, 'wrong_state')) {
    return <UnprovenEntry seq={seq} />;
  }
  if (seq === '' || isFailure(receipt.error, 'not_found', 'invalid')) {
    return <Notice role="alert">{t('proof.noSuchEntry')}</Notice>;
  }
  const failed = receipt.error ? receipt : keys.error && !keys.data ? keys : null;
  if (failed) {
    return (
      <LoadError
        title={t('proof.failed')}
        error={failed.error}
        onRetry={(): Promise<unknown> => failed.mutate()}
      />
    );
  }
  return (
    <div role="status" aria-busy="true" aria-label={t('shell.loading')}>
      {loading}
    </div>
  );
}

const loading = <Skeleton className="h-96 w-full" />;

/** A new entry is in the statement. Its proof follows with the next checkpoint and is not mentioned before. */
function UnprovenEntry({ seq }: { seq: string }) {
  const { t } = useTranslation();
  const read = useStatementRow(Number(seq));
  return (
    <Loaded read={read} failed={t('proof.failed')} loading={loading}>
      {(row) => (
        <Packet>
          <div className="grid gap-5 p-5 pt-8 sm:p-6 sm:pt-9">
            <About seq={seq} />
            <EntryFacts {...row} />
          </div>
        </Packet>
      )}
    </Loaded>
  );
}

function keep(receipt: Receipt): void {
  saveFile(`sachet-receipt-${receipt.event.seq}.json`, toReceiptFile(receipt));
}
