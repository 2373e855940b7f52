import { createContext, use, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/**
 * Where a card's prices and buttons stand while results are shown one at a time: undefined until that is
 * there, null where they stand in the card.
 */
export const PriceBarSlot = createContext<HTMLElement | null | undefined>(null);

/** What of a card belongs to the bar below the results. */
export function InPriceBar({ children }: { children: ReactNode }): ReactNode {
  const slot = use(PriceBarSlot);
  if (slot === null) return children;
  return slot && createPortal(children, slot);
}
