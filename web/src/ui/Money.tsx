import { formatPrice, formatRupees } from '@sachet/shared/money';
import { useEffect, useRef, useState } from 'react';
import { classes } from './classes';

/** An amount with two decimals. */
export function Money({ rupees, className }: { rupees: number; className?: string }) {
  return <span className={classes('money', className)}>{formatRupees(rupees)}</span>;
}

/** Shows a change of a balance, with a plus or minus sign in front. */
export function SignedMoney({ rupees, className }: { rupees: number; className?: string }) {
  return (
    <span className={classes('money', className)}>
      {rupees > 0 && '+'}
      {formatRupees(rupees)}
    </span>
  );
}

/** Shows a price, without decimals if it is a whole number of rupees. */
export function Price({ rupees, className }: { rupees: number; className?: string }) {
  return <span className={classes('money', className)}>{formatPrice(rupees)}</span>;
}

const countMs = 200;
const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Shows an amount. When the amount changes, it counts from the old value to the new one, if motion is wanted. */
export function CountingMoney({ rupees }: { rupees: number }) {
  const [shown, setShown] = useState(rupees);
  const from = useRef(rupees);

  useEffect(() => {
    const start = performance.now();
    const origin = from.current;
    let frame = requestAnimationFrame(function step(now) {
      const part = isStill() ? 1 : Math.min(1, (now - start) / countMs);
      const eased = 1 - (1 - part) ** 3;
      from.current = part === 1 ? rupees : origin + (rupees - origin) * eased;
      setShown(from.current);
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [rupees]);

  return <Money rupees={isStill() ? rupees : shown} />;
}
