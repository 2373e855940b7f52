import type { ReconciledFigures } from '@sachet/shared/contracts/admin-settlements';

/** Paise by which the gateway is off the ledger, and the third side off the gateway. */
interface Differences {
  gateway: number;
  accounted: number;
}

const toPaise = (rupees: number): number => Math.round(rupees * 100);

export function getDifferences(of: ReconciledFigures): Differences {
  const gateway = toPaise(of.gateway);
  const accounted = [of.settled, of.fees, of.gst, of.charges, of.inTransit, of.onHold]
    .map(toPaise)
    .reduce((sum, paise) => sum + paise, 0);
  return { gateway: gateway - toPaise(of.ledger), accounted: accounted - gateway };
}

export const hasMoved = (of: ReconciledFigures): boolean =>
  of.findings > 0 ||
  of.openFindings > 0 ||
  [of.ledger, of.gateway, of.settled, of.fees, of.gst, of.charges, of.inTransit, of.onHold].some(
    Boolean,
  );
