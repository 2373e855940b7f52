import { useState, type KeyboardEvent } from 'react';
import { isEnter } from '../browser/enter';

/**
 * Whether Enter was pressed in one of the fields. A form whose button is disabled is not sent by
 * Enter, so that its "submit" messages would never be seen (docs/product.md, Validation).
 */
export function useEnter() {
  const [wasSent, setWasSent] = useState(false);
  return {
    wasSent,
    onKeyDown: (event: KeyboardEvent) => {
      if (isEnter(event)) setWasSent(true);
    },
  };
}
