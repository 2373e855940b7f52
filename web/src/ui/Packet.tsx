import type { ComponentProps } from 'react';
import { classes } from './classes';

type Props = ComponentProps<'div'> & {
  /** The last part grows to the height of the packet, such as that of the packets beside it. */
  isFilled?: boolean;
};

/** A sheet of paper with a pinked top edge. Only tools, results and receipts are packets. */
export function Packet({ className, isFilled = false, children, ...rest }: Props) {
  return (
    <div {...rest} className={classes('packet-lift grid min-w-0', className)}>
      <div
        className={classes(
          'pinked min-w-0 rounded-b-xl bg-packet',
          isFilled ? 'flex h-full flex-col *:last:grow' : 'grid content-start',
        )}
      >
        {children}
      </div>
    </div>
  );
}
