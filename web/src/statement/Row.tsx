import { blockReplies } from '@sachet/shared/chat';
import type { StatementRow } from '@sachet/shared/contracts/statement';
import { FailureCategory } from '@sachet/shared/contracts/vocabulary';
import { formatRupees } from '@sachet/shared/money';
import { Clock, Gift, Minus, Plus, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useUid } from '../api/keys';
import { Moment } from '../app/Moment';
import { providerName } from '../app/provider';
import { modeIcon } from '../app/tools';
import { useTranslation, type TFunction } from '../i18n/translate';
import { paths } from '../paths';
import { classes } from '../ui/classes';
import { SignedMoney } from '../ui/Money';

export const columns = 'sm:grid-cols-[2.75rem_minmax(0,1fr)_7rem_7rem]';

/** Shows one ledger event with its kind, time, effect and the balance after it. */
export function Row({
  row,
  showsHolds,
  showsMember,
}: {
  row: StatementRow;
  /** Whether holds are shown as separate rows. */
  showsHolds: boolean;
  showsMember: boolean;
}) {
  const { t } = useTranslation();
  const path = toRowPath(row, useUid());
  const title = toTitle(t, row);
  const maker = isSale(row) && (row.modelName ?? (row.provider && providerName[row.provider]));
  const facts = [
    showsHolds &&
      row.held !== 0 &&
      t(getHeldKey(row), { amount: formatRupees(Math.abs(row.held)) }),
    showsMember && row.member?.name,
    getReason(t, row),
    row.paymentId,
  ].filter(Boolean);
  return (
    <li
      className={classes(
        'grid grid-cols-[2.75rem_minmax(0,1fr)_auto] gap-x-3 border-b border-dashed border-fold px-4 py-3 last:border-b-0 sm:px-5 @max-[17rem]:grid-cols-1',
        columns,
      )}
    >
      <Thumbnail row={row} />
      <div className="min-w-0 sm:row-span-2">
        <p className="font-semibold wrap-anywhere">
          {path ? (
            <Link
              to={path}
              className="underline decoration-fold decoration-2 underline-offset-4 hover:decoration-ink"
            >
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
        {row.subject && <p className="truncate text-note">{row.subject}</p>}
        <p className="text-note wrap-anywhere text-ink-soft tabular-nums">
          <Moment timestamp={row.at} />
          {/* The receipt names it, too. */}
          {maker && <span className="max-sm:hidden"> · {maker}</span>}
          {facts.map((fact) => (
            <span key={String(fact)} className="max-sm:block">
              <span className="max-sm:hidden"> · </span>
              {fact}
            </span>
          ))}
        </p>
      </div>
      <div className="grid content-start text-right sm:contents">
        <p>
          {row.amount === 0 ? (
            <span aria-hidden className="text-ink-soft">
              —
            </span>
          ) : (
            <SignedMoney
              rupees={row.amount}
              className={classes('font-bold', row.amount > 0 && 'text-leaf')}
            />
          )}
        </p>
        <p className="money text-note text-ink-soft sm:text-right sm:text-body">
          <span className="sr-only">{t('statement.balance')} </span>
          {formatRupees(row.balanceAfter)}
          {showsHolds && row.heldAfter > 0 && (
            <span className="block max-w-28 text-note text-balance whitespace-normal">
              {t('statement.heldAfter', { amount: formatRupees(row.heldAfter) })}
            </span>
          )}
        </p>
        <p className="text-note text-ink-soft sm:col-span-2 sm:col-start-3 sm:text-right">
          <Link
            to={paths.entryReceipt(row.seq)}
            className="relative underline underline-offset-2 after:absolute after:-inset-x-2 after:-inset-y-1.5 hover:text-ink pointer-coarse:after:-inset-y-3"
          >
            {t('proof.open')}
            <span className="sr-only">: {title}</span>
          </Link>
        </p>
      </div>
    </li>
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
    size === 'small' ? 'size-11 sm:row-span-2' : 'size-24',
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

const isSale = ({ kind }: StatementRow) => kind === 'HoldCaptured' || kind === 'Charged';

/** Returns the path of the page that shows the purchase, if the user made the purchase. */
export function toRowPath(
  { member, mode, generationId, conversationId }: StatementRow,
  uid: string | null,
): string | null {
  if (member && member.uid !== uid) return null;
  if (mode && generationId) return paths.results(mode, [generationId]);
  return conversationId && paths.chat(new URLSearchParams(), conversationId);
}

type Tool = NonNullable<StatementRow['tool']>;

const things = {
  image: 'statement.image',
  edit_image: 'statement.edit',
  general: 'statement.answer',
  chat: 'statement.chat',
  instagram: 'statement.caption',
} as const satisfies Record<Tool, string>;

const sold = {
  image: 'statement.imageSold',
  edit_image: 'statement.editSold',
  general: 'statement.answerSold',
  chat: 'statement.chat',
  instagram: 'statement.captionSold',
} as const satisfies Record<Tool, string>;

/** Returns the event's kind and what it was for: `Image unlocked, 1024 px`. */
export function toTitle(t: TFunction, row: StatementRow): string {
  const { kind, tool } = row;
  if (tool === null) return t(`statement.${kind}`);
  const details = [
    !isSale(row) && row.provider && providerName[row.provider],
    row.finalSize !== null && t('statement.pixels', { size: row.finalSize }),
    row.smallerSize !== null && t('statement.difference', { size: row.smallerSize }),
  ];
  const first = t(isSale(row) ? sold[tool] : things[tool], { replies: blockReplies });
  const thing = [first, ...details].filter(Boolean).join(', ');
  return isSale(row) ? thing : t('statement.about', { what: t(`statement.${kind}`), thing });
}

/** Returns the recorded reason as text: the category of a failure, a cancellation, or an admin's text. */
function getReason(t: TFunction, { reason }: StatementRow): string | null {
  if (reason === 'cancelled') return t('results.cancelled');
  const category = FailureCategory.options.find((option) => option === reason);
  return category ? t(`failure.${category}`) : reason;
}

/** Chooses the text for a change of held money. A capture charges it; any other decrease releases it. */
function getHeldKey({ kind, held }: StatementRow) {
  if (held > 0) return 'statement.heldEffect';
  return kind === 'HoldCaptured' ? 'statement.capturedEffect' : 'statement.releasedEffect';
}
