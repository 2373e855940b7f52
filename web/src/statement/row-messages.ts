import { blockReplies } from '@sachet/shared/chat';
import type { StatementRow } from '@sachet/shared/contracts/statement';
import { FailureCategory } from '@sachet/shared/contracts/vocabulary';
import { providerName } from '../app/provider';
import type { TFunction } from '../i18n/translate';

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

/** `Image unlocked, Gemini Nano Banana 2.1, 1024 px`: what happened, and to what. */
export function getTitle(t: TFunction, row: StatementRow): string {
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

/** Why, where the ledger says: a failure's category, a cancelling, or an admin's own words. */
export function getReason(t: TFunction, { reason }: StatementRow): string | null {
  if (reason === 'cancelled') return t('results.cancelled');
  const category = FailureCategory.options.find((option) => option === reason);
  return category ? t(`failure.${category}`) : reason;
}

/** A capture pays out of what was set aside; every other decrease gives it back. */
export function getHeldKey({ kind, held }: StatementRow) {
  if (held > 0) return 'statement.heldEffect';
  return kind === 'HoldCaptured' ? 'statement.capturedEffect' : 'statement.releasedEffect';
}
