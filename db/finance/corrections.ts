/** The keys of corrections name what they correct: `correction:refund rfnd_1:prp_1`. */
import type { LedgerItem } from '@sachet/shared/settlement/reconcile';

type Subject = Pick<LedgerItem, 'kind' | 'entityId'>;

export const toCorrectionKey = (subject: string, id: string): string =>
  `correction:${subject}:${id}`;

export function parseCorrectionKey(key: string): Subject {
  const [kind, entityId] = key.split(':')[1]!.split(' ');
  return { kind: kind as LedgerItem['kind'], entityId: entityId! };
}
