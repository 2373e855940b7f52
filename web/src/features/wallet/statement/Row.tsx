import type { StatementRow } from '@sachet/shared/wallet/contracts/statement';
import { formatRupees } from '@sachet/shared/money';
import { Clock, Gift, Minus, Plus, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useUid } from '../../../api/keys';
import { Moment } from '../../../app/base/Moment';
import { modeIcon } from '../../../app/base/tools';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { classes } from '../../../ui/classes';
import { SignedMoney } from '../../../ui/Money';
import { type RowTexts, toRowTexts, toTitle } from './row-texts';

export const columns = 'sm:grid-cols-[2.75rem_minmax(0,1fr)_7rem_7rem]';

type Shown = { row: StatementRow; texts: RowTexts; showsHolds: boolean };

/** Shows one ledger event with its title, its time, its effect and the balance after it. */
export function Row({
  row,
  isPhone,
  isFirstOfDay,
  showsHolds,
  showsMember,
}: {
  row: StatementRow;
  isPhone: boolean;
  /** Whether the row above is of another Indian day. On a phone, such a row has the day above it. */
  isFirstOfDay: boolean;
  showsHolds: boolean;
  showsMember: boolean;
}) {
  const { t } = useTranslation();
  const uid = useUid();
  const texts = toRowTexts(t, row, { uid, showsHolds, showsMember });
  return (
    <li className="border-b border-dashed border-fold last:border-b-0">
      {isPhone ? (
        <>
          {isFirstOfDay && (
            <h3 className="px-4 pt-3 text-note font-semibold text-ink-soft">
              <Moment timestamp={row.at} precision="day" />
            </h3>
          )}
          <PhoneRow {...{ row, texts, showsHolds }} />
        </>
      ) : (
        <WideRow {...{ row, texts, showsHolds }} />
      )}
    </li>
  );
}

/** A phone has the title and its facts beside the amounts. The id of a payment is on its receipt. */
function PhoneRow({ row, texts: { title, kind, sizes, facts, path }, showsHolds }: Shown) {
  const { t } = useTranslation();
  // The picture shows that an image was bought.
  const what = row.thumbnailUrl === null ? kind : sizes;
  return (
    <div className="grid grid-cols-[2.75rem_minmax(0,1fr)_auto] gap-x-3 px-4 py-3 text-note @max-[17rem]:grid-cols-1">
      <Thumbnail row={row} />
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">
          <Title {...{ title, path }} />
        </p>
        <p className="wrap-anywhere text-ink-soft tabular-nums">
          <Moment timestamp={row.at} precision="time" />
          {[what, ...facts].filter(Boolean).map((fact) => ` · ${fact}`)}
        </p>
      </div>
      <div className="justify-self-end text-right text-ink-soft">
        <p className="text-body text-ink">
          <Amount row={row} />
        </p>
        <p className="money">
          {row.amount > 0
            ? t('statement.balanceNow', { amount: formatRupees(row.balanceAfter) })
            : t('results.left', { amount: formatRupees(row.balanceAfter) })}
          {showsHolds && <HeldAfter row={row} />}
        </p>
        <p>
          <ReceiptLink row={row} />
        </p>
      </div>
    </div>
  );
}

function WideRow({ row, texts, showsHolds }: Shown) {
  const { t } = useTranslation();
  const { title, kind, maker, facts, path } = texts;
  return (
    <div className={classes('grid grid-rows-[auto_1fr] gap-x-3 px-5 py-3', columns)}>
      <Thumbnail row={row} />
      <div className="row-span-2 min-w-0">
        <p className="font-semibold wrap-anywhere">
          <Title {...{ title, path }} />
        </p>
        {kind && <p className="text-note tabular-nums">{kind}</p>}
        <p className="text-note wrap-anywhere text-ink-soft tabular-nums">
          <Moment timestamp={row.at} />
          {[maker, ...facts, row.paymentId].filter(Boolean).map((fact) => ` · ${fact}`)}
        </p>
      </div>
      <p className="text-right">
        <Amount row={row} />
      </p>
      <p className="money text-right text-ink-soft">
        <span className="sr-only">{t('studioCommon.balance')} </span>
        {formatRupees(row.balanceAfter)}
        {showsHolds && <HeldAfter row={row} />}
      </p>
      <p className="col-span-2 col-start-3 text-right text-note text-ink-soft">
        <ReceiptLink row={row} />
      </p>
    </div>
  );
}

function Title({ title, path }: { title: string; path: string | null }) {
  return path ? (
    <Link to={path} className="line-clamp-2 underline-offset-4 hover:underline">
      {title}
    </Link>
  ) : (
    <span className="line-clamp-2">{title}</span>
  );
}

function Amount({ row }: { row: StatementRow }) {
  return row.amount === 0 ? (
    <span aria-hidden className="text-ink-soft">
      —
    </span>
  ) : (
    <SignedMoney
      rupees={row.amount}
      className={classes('font-bold', row.amount > 0 && 'text-leaf')}
    />
  );
}

function HeldAfter({ row }: { row: StatementRow }) {
  const { t } = useTranslation();
  if (row.heldAfter === 0) return null;
  return (
    <span className="block max-w-28 text-note text-balance whitespace-normal">
      {t('studioCommon.heldOfIt', { amount: formatRupees(row.heldAfter) })}
    </span>
  );
}

function ReceiptLink({ row }: { row: StatementRow }) {
  const { t } = useTranslation();
  return (
    <Link
      to={paths.entryReceipt(row.seq)}
      className="relative underline underline-offset-2 after:absolute after:-inset-x-2 after:-inset-y-1.5 hover:text-ink pointer-coarse:after:-inset-y-3"
    >
      {t('proof.open')}
      <span className="sr-only">: {toTitle(t, row)}</span>
    </Link>
  );
}

/** Shows the picture that was bought, or an icon for the kind of purchase. */
export function Thumbnail({
  row,
  size = 'small',
}: {
  row: StatementRow;
  size?: 'small' | 'large';
}) {
  const [isGone, setGone] = useState(false);
  const Icon = icons[toIcon(row)];
  const box = classes(
    'shrink-0 rounded-lg bg-sunk @max-[17rem]:hidden',
    size === 'small' ? 'row-span-2 size-11' : 'size-24',
  );
  if (row.thumbnailUrl && !isGone) {
    return (
      <img
        src={row.thumbnailUrl}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setGone(true)}
        className={classes(box, 'object-cover')}
      />
    );
  }
  return (
    <span aria-hidden className={classes(box, 'grid place-items-center text-ink-soft')}>
      <Icon className={size === 'small' ? 'size-5' : 'size-8'} />
    </span>
  );
}

const icons = {
  ...modeIcon,
  chat: modeIcon.general,
  hold: Clock,
  bonus: Gift,
  in: Plus,
  back: Undo2,
  out: Minus,
};

const gifts: StatementRow['kind'][] = [
  'SignupBonusCredited',
  'ReferralCredited',
  'GiftCodeRedeemed',
];

function toIcon({ kind, tool, amount }: StatementRow): keyof typeof icons {
  if (kind === 'HoldPlaced') return 'hold';
  if (gifts.includes(kind)) return 'bonus';
  if (kind === 'TopUpCredited') return 'in';
  if (tool !== null && amount <= 0) return tool;
  return amount > 0 ? 'back' : 'out';
}
