import type { ComponentProps } from 'react';
import { classes } from './classes';

/** A sheet of paper with a pinked top edge. Only tools, results and receipts are packets. */
export function Packet({ className, children, ...rest }: ComponentProps<'div'>) {
  return (
    <div {...rest} className={classes('packet-lift grid min-w-0', className)}>
      <div className="pinked grid min-w-0 content-start rounded-b-xl bg-packet">{children}</div>
    </div>
  );
}
