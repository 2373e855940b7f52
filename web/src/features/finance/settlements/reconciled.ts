import type { ReconciledFigures } from '@sachet/shared/finance/contracts/admin-settlements';
import { formatRupees, sumRupees } from '@sachet/shared/money';
import { addDays } from '@sachet/shared/time';
import { CircleCheck, Clock, TriangleAlert } from 'lucide-react';
import { paths } from '../../../app/base/paths';
import type { TFunction } from '../../../i18n/translate';
import { parseMomentInput } from '../../ledger/admin/indian-moment';

export type State = 'agrees' | 'differs' | 'notCompared';

export function getState({ holds, isCompared }: ReconciledFigures): State {
  if (!holds) return 'differs';
  return isCompared ? 'agrees' : 'notCompared';
}

export const stateIcons = { agrees: CircleCheck, differs: TriangleAlert, notCompared: Clock };
export const stateColours = {
  agrees: 'text-leaf',
  differs: 'text-vermilion',
  notCompared: 'text-ink-soft',
};

/** Links to the events of these days that moved money at the gateway. */
export const toGatewayEvents = (from: string, to: string): string =>
  paths.ledger({
    kind: 'TopUpCredited,TopUpRefunded,RefundReturned,TopUpDisputed,DisputeWon,GatewayCorrected',
    from: parseMomentInput(`${from}T00:00`),
    to: parseMomentInput(`${addDays(to, 1)}T00:00`),
  });

/** Returns sentences such as `The gateway has ₹500.00 more than the ledger.` */
export function toDifferenceWords(t: TFunction, of: ReconciledFigures): string[] {
  const { gateway, accounted } = getDifferences(of);
  const toWords = (rupees: number, side: 'gateway' | 'accounted') =>
    rupees === 0
      ? []
      : t(`adminSettlements.${side}${rupees > 0 ? 'More' : 'Less'}`, {
          amount: formatRupees(Math.abs(rupees)),
        });
  return [toWords(gateway, 'gateway'), toWords(accounted, 'accounted')].flat();
}

/** The parts of the gateway's amount, in the order of pages and files. */
export const accountedParts = ['settled', 'fees', 'gst', 'charges', 'inTransit', 'onHold'] as const;

/** Returns gateway minus what the ledger has of its reports, and accounted sum minus gateway. */
const getDifferences = (of: ReconciledFigures) => ({
  gateway: sumRupees([of.gateway, -of.ledger, of.notReported]),
  accounted: sumRupees([...accountedParts.map((part) => of[part]), -of.gateway]),
});

export const hasMoved = (of: ReconciledFigures): boolean =>
  of.findings > 0 ||
  of.openFindings > 0 ||
  (['ledger', 'notReported', 'gateway', ...accountedParts] as const).some((part) => of[part] !== 0);
