import { blockReplies } from '@sachet/shared/chat';
import type { StatementRow } from '@sachet/shared/contracts/statement';
import { FailureCategory } from '@sachet/shared/contracts/vocabulary';
import { formatRupees } from '@sachet/shared/money';
import { ReceiptText } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useUid } from '../api/keys';
import { Moment } from '../app/Moment';
import { providerName } from '../app/provider';
import { useTranslation, type TFunction } from '../i18n/translate';
import { paths } from '../paths';
import { classes } from '../ui/classes';
import { SignedMoney } from '../ui/Money';

export const columns = 'sm:grid-cols-[minmax(0,1fr)_7.5rem_7.5rem]';

/** One ledger event: its kind, time, effect and the balance after it. */
export function Row({ row, showsMember }: { row: StatementRow; showsMember: boolean }) {
  const { t } = useTranslation();
  const path = useRowPath(row);
  const title = getTitle(t, row);
  const reason = getReason(t, row);
  return (
    <li
      className={classes(
        'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b border-dashed border-fold px-4 py-2.5 last:border-b-0 sm:px-5 @max-[15rem]:grid-cols-1',
        columns,
      )}
    >
      <div className="min-w-0 max-sm:row-span-2">
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
        <p className="text-note wrap-anywhere text-ink-soft">
          <Moment timestamp={row.at} />
          <Link
            to={paths.entryReceipt(row.seq)}
            aria-label={t('proof.open')}
            title={t('proof.open')}
            className="-my-1 inline-grid size-7 place-items-center rounded-md align-middle hover:text-ink pointer-coarse:-mx-1.5 pointer-coarse:-my-3 pointer-coarse:size-11"
          >
            <ReceiptText aria-hidden className="size-4" />
          </Link>
          {row.held !== 0 && (
            <>
              {' · '}
              <span className="tabular-nums">
                {t(getHeldKey(row), { amount: formatRupees(Math.abs(row.held)) })}
              </span>
            </>
          )}
          {showsMember && row.member && ` · ${row.member.name}`}
          {reason && ` · ${reason}`}
          {row.paymentId && ` · ${row.paymentId}`}
        </p>
      </div>
      <p className="text-right">
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
      <p className="money text-right text-note text-ink-soft sm:text-body">
        <span className="sm:sr-only">{t('statement.balance')} </span>
        {formatRupees(row.balanceAfter)}
        {row.heldAfter > 0 && (
          <span className="block text-note text-balance whitespace-normal">
            {t('statement.heldAfter', { amount: formatRupees(row.heldAfter) })}
          </span>
        )}
      </p>
    </li>
  );
}

/** The page that shows the purchase, for the user who made it. */
function useRowPath({ member, mode, generationId, conversationId }: StatementRow): string | null {
  const uid = useUid();
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

/** The event and its subject: `Image unlocked, Gemini Nano Banana 2.1, 1024 px`. */
function getTitle(t: TFunction, row: StatementRow): string {
  const { kind, tool } = row;
  if (tool === null) return t(`statement.${kind}`);
  const isSale = kind === 'HoldCaptured' || kind === 'Charged';
  const details = [
    (isSale && row.modelName) || (row.provider && providerName[row.provider]),
    row.finalSize !== null && t('statement.pixels', { size: row.finalSize }),
    row.smallerSize !== null && t('statement.difference', { size: row.smallerSize }),
  ];
  const first = t(isSale ? sold[tool] : things[tool], { replies: blockReplies });
  const thing = [first, ...details].filter(Boolean).join(', ');
  return isSale ? thing : t('statement.about', { what: t(`statement.${kind}`), thing });
}

/** The recorded reason: the category of a failure, a cancellation, or an admin's text. */
function getReason(t: TFunction, { reason }: StatementRow): string | null {
  if (reason === 'cancelled') return t('results.cancelled');
  const category = FailureCategory.options.find((option) => option === reason);
  return category ? t(`failure.${category}`) : reason;
}

/** A capture charges held money; every other decrease releases it. */
function getHeldKey({ kind, held }: StatementRow) {
  if (held > 0) return 'statement.heldEffect';
  return kind === 'HoldCaptured' ? 'statement.capturedEffect' : 'statement.releasedEffect';
}
