import type { Receipt } from '@sachet/shared/ledger/receipt';
import type { StatementRow } from '@sachet/shared/wallet/contracts/statement';
import { ArrowLeft, Printer } from 'lucide-react';
import { Link, useSearchParams } from 'react-router-dom';
import { isFailure } from '../../../api/failure';
import { useConfig } from '../../../api/hooks';
import { useUid } from '../../../api/keys';
import { useProfile } from '../../../api/profile';
import { usePublicKeys } from '../../../api/proof';
import { useStatementRow } from '../../../api/statement';
import { useApi } from '../../../api/use-api';
import { IndianTimeNote } from '../../../app/base/Moment';
import { LoadError } from '../../../app/base/Loaded';
import { usePageTitle } from '../../../browser/page-title';
import { saveFile } from '../../../browser/save-file';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { Button, buttonClasses } from '../../../ui/Button';
import { Skeleton } from '../../../ui/Skeleton';
import { Notice } from '../../../ui/Notice';
import { EntryDocuments } from '../../tax/documents/DownloadDocument';
import { Thumbnail } from '../../wallet/statement/Row';
import { toRowPath, toTitle } from '../../wallet/statement/row-texts';
import { Proof, toReceiptFile, useChecked } from './Proof';
import { type EntryFacts, Slip, toEntryFacts } from './Slip';

/** Shows the receipt of an entry in the user's own statement, and checks it in the browser. */
export function ReceiptPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const seq = params.get('seq') ?? '';
  usePageTitle(t('proof.open'));
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-y-4 px-4 pt-3 sm:px-6 md:pt-10">
      <div className="print:hidden">
        <Link
          to={paths.wallet}
          className="inline-flex min-h-11 items-center gap-1.5 font-semibold underline underline-offset-2"
        >
          <ArrowLeft aria-hidden className="size-4" />
          {t('studioCommon.statement')}
        </Link>
      </div>
      <div>
        <h1 className="text-title font-bold">{t('proof.open')}</h1>
        <IndianTimeNote />
      </div>
      <Shown key={seq} seq={seq} />
    </div>
  );
}

/**
 * The entry is in the statement before its proof exists. The proof follows with the next checkpoint and is
 * not mentioned before.
 */
function Shown({ seq }: { seq: string }) {
  const { t } = useTranslation();
  const read = useStatementRow(Number(seq));
  const receipt = useApi('GET /api/receipt', seq ? { seq } : null, {
    revalidateIfStale: false,
    revalidateOnFocus: false,
  });
  const keys = usePublicKeys();
  const checked = useChecked(receipt.data, keys.data, () => keys.mutate());
  const { data: row } = read;
  const isUnproven = isFailure(receipt.error, 'wrong_state');
  if (seq === '' || isFailure(receipt.error, 'not_found', 'invalid')) {
    return <Notice role="alert">{t('proof.noSuchEntry')}</Notice>;
  }
  const failed = [receipt, keys, read].find(
    (each) => each.error && !each.data && !(each === receipt && isUnproven),
  );
  // Content of a checked receipt is shown as it was checked.
  const facts = checked ? toEntryFacts(checked.receipt.event) : row;
  if (!facts) {
    return failed ? (
      <LoadError
        title={t('proof.failed')}
        error={failed.error}
        onRetry={(): Promise<unknown> => failed.mutate()}
      />
    ) : (
      <div role="status" aria-busy="true" aria-label={t('shell.loading')}>
        <Skeleton className="h-96 w-full max-w-xl" />
      </div>
    );
  }
  return (
    <div className="grid grid-cols-1 items-start gap-x-14 gap-y-5 lg:grid-cols-[minmax(0,34rem)_minmax(0,30rem)]">
      <PaidSlip facts={facts} row={row} />
      <div className="grid grid-cols-1 content-start gap-5 lg:pt-3 print:hidden">
        <NextSteps facts={facts} row={row} />
        {checked && (
          <Proof checked={checked}>
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
          </Proof>
        )}
        {!checked && failed && (
          <LoadError
            title={t('proof.failed')}
            error={failed.error}
            onRetry={(): Promise<unknown> => failed.mutate()}
          />
        )}
        <Help seq={facts.seq} />
      </div>
    </div>
  );
}

type Given = { facts: EntryFacts; row: StatementRow | undefined };

function PaidSlip({ facts, row }: Given) {
  const { t } = useTranslation();
  const uid = useUid();
  const { data: profile } = useProfile();
  const member = row?.member;
  return (
    <Slip
      facts={facts}
      about={row && <About row={row} />}
      wallet={profile ? (profile.organizationName ?? t('proof.ownWallet')) : undefined}
      member={member && member.uid !== uid ? member.name : undefined}
    />
  );
}

/** Shows the purchase with its picture and words. The receipt itself does not contain them. */
function About({ row }: { row: StatementRow }) {
  const { t } = useTranslation();
  const uid = useUid();
  // The word above the amount says it all.
  if (row.tool === null) return null;
  const path = toRowPath(row, uid);
  const title = toTitle(t, row);
  return (
    <div className="relative flex flex-wrap items-center gap-4 border-t border-dashed border-edge pt-4 sm:pt-5">
      <Thumbnail row={row} size={row.thumbnailUrl ? 'large' : 'small'} />
      <div className="min-w-0 flex-1 basis-40">
        <h2 className="font-bold wrap-anywhere">
          {path ? (
            // The link covers the picture, too.
            <Link
              to={path}
              className="underline-offset-4 after:absolute after:inset-0 hover:underline"
            >
              {title}
            </Link>
          ) : (
            title
          )}
        </h2>
        {row.subject && <p className="line-clamp-3 text-note text-pretty">{row.subject}</p>}
        {row.modelName && <p className="text-note text-ink-soft">{row.modelName}</p>}
      </div>
    </div>
  );
}

/** Leads to what was bought. A payment has its bill; any other entry can be printed. */
function NextSteps({ facts, row }: Given) {
  const { t } = useTranslation();
  const uid = useUid();
  const { data: profile } = useProfile();
  const bills = useApi('GET /api/documents', profile ? { seq: facts.seq } : null, {
    revalidateOnFocus: false,
  });
  const path = row && toRowPath(row, uid);
  const isAsking = !bills.data && !bills.error;
  const hasBill = bills.data && (bills.data.items.length > 0 || bills.data.isIssuing);
  return (
    <div className="flex flex-wrap items-center gap-3 max-sm:*:w-full">
      {path && (
        <Link to={path} className={buttonClasses({})}>
          {t('proof.look')}
        </Link>
      )}
      {hasBill ? (
        <EntryDocuments seq={facts.seq} />
      ) : isAsking ? null : (
        <Button look="outline" onClick={() => window.print()}>
          <Printer aria-hidden className="size-4" />
          {t('proof.print')}
        </Button>
      )}
    </div>
  );
}

function Help({ seq }: { seq: number }) {
  const { t } = useTranslation();
  const { data: config } = useConfig();
  const mail = config?.company.supportEmail;
  if (!mail) return null;
  const subject = encodeURIComponent(`${t('proof.open')} ${seq}`);
  return (
    <p className="text-note text-pretty text-ink-soft">
      {t('proof.help')}{' '}
      <a
        href={`mailto:${mail}?subject=${subject}`}
        className="font-semibold wrap-anywhere text-ink underline underline-offset-2"
      >
        {mail}
      </a>
    </p>
  );
}

function keep(receipt: Receipt): void {
  saveFile(`sachet-receipt-${receipt.event.seq}.json`, toReceiptFile(receipt));
}
