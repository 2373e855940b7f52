import { blockReplies } from '@sachet/shared/chat/chat';
import type { StatementRow } from '@sachet/shared/wallet/contracts/statement';
import { FailureCategory } from '@sachet/shared/contracts/vocabulary';
import { formatRupees } from '@sachet/shared/money';
import { providerName } from '../../../app/base/provider';
import type { TFunction } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';

/** The texts and the link of a row. */
export interface RowTexts {
  /** The beginning of the prompt of a purchase; for other events, the kind of event. */
  title: string;
  /** The kind of event and the size of the picture, unless the title says so; may be empty. */
  kind: string;
  /** The size of a sold picture; may be empty. */
  sizes: string;
  /** The model of a sale. */
  maker: string | null;
  /** The effect on held money, the member and the reason. */
  facts: string[];
  /** The page that shows the purchase, if the user made the purchase. */
  path: string | null;
}

export function toRowTexts(
  t: TFunction,
  row: StatementRow,
  given: {
    uid: string | null;
    /** Whether holds are shown as separate rows. */
    showsHolds: boolean;
    showsMember: boolean;
  },
): RowTexts {
  const [title = '', ...sizes] = toTitleParts(t, row);
  const kind = [row.subject !== null && title, sizes.join(', ')];
  const facts = [
    given.showsHolds &&
      row.held !== 0 &&
      t(getHeldKey(row), { amount: formatRupees(Math.abs(row.held)) }),
    given.showsMember && row.member?.name,
    toRefundSentence(t, row),
    getReason(t, row),
  ];
  return {
    title: row.subject === null ? title : withoutFullStop(row.subject),
    kind: kind.filter(Boolean).join(' · '),
    sizes: sizes.join(', '),
    maker: isSale(row) ? (row.modelName ?? (row.provider && providerName[row.provider])) : null,
    facts: facts.filter((fact) => typeof fact === 'string'),
    path: toRowPath(row, given.uid),
  };
}

const isSale = ({ kind }: StatementRow) => kind === 'HoldCaptured' || kind === 'Charged';

/** The form of a picture ends its prompt with a full stop; a title has none. */
const withoutFullStop = (prompt: string) => (prompt.endsWith('.') ? prompt.slice(0, -1) : prompt);

/** Returns the path of the page that shows the purchase, if the user made the purchase. */
export function toRowPath(
  { member, mode, generationId, conversationId }: StatementRow,
  uid: string | null,
): string | null {
  if (member && member.uid !== uid) return null;
  if (mode && generationId) return paths.results(mode, [generationId]);
  return conversationId && paths.chat(new URLSearchParams(), conversationId);
}

/** Returns the event's kind and what it was for: `Image unlocked, 1024 px`. */
export function toTitle(t: TFunction, row: StatementRow): string {
  return toTitleParts(t, row).join(', ');
}

/** Returns the size of a sold picture as a separate part, so that the title fits on one line of a phone. */
function toTitleParts(t: TFunction, row: StatementRow): string[] {
  const { kind, tool } = row;
  if (tool === null) return [t(`statement.${kind}`)];
  const sizes = [
    row.finalSize !== null && t('statement.pixels', { size: row.finalSize }),
    row.smallerSize !== null && t('statement.difference', { size: row.smallerSize }),
  ].filter((size) => size !== false);
  if (isSale(row)) return [t(`sold.${tool}.unlocked`, { replies: blockReplies }), ...sizes];
  const maker = row.provider && providerName[row.provider];
  const thing = [t(`sold.${tool}.one`, { replies: blockReplies }), maker, ...sizes]
    .filter(Boolean)
    .join(', ');
  return [t('statement.about', { what: t(`statement.${kind}`), thing })];
}

/** Says which part of a purchase a refund gave back. */
function toRefundSentence(t: TFunction, { refundOf, amount }: StatementRow): string | null {
  if (refundOf === null) return null;
  const amounts = { part: formatRupees(amount), paid: formatRupees(refundOf) };
  return t(amount < refundOf ? 'statement.partBack' : 'statement.allBack', amounts);
}

/** Returns the recorded reason as text: the category of a failure, a cancellation, or an admin's text. */
function getReason(t: TFunction, { kind, reason }: StatementRow): string | null {
  if (kind === 'BonusReleased') return null;
  if (reason === 'cancelled') return t('failure.cancelled');
  const category = FailureCategory.options.find((option) => option === reason);
  return category ? t(`failure.${category}`) : reason;
}

/** Chooses the text for a change of held money. A capture charges it; any other decrease releases it. */
function getHeldKey({ kind, held }: StatementRow) {
  if (held > 0) return 'statement.heldEffect';
  return kind === 'HoldCaptured' ? 'statement.capturedEffect' : 'statement.releasedEffect';
}
