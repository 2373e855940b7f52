import { Provider } from '@sachet/shared/contracts/vocabulary';
import type { ReactNode } from 'react';
import { providerName } from '../app/provider';
import { Packet } from '../ui/Packet';

/** Where the results will be: one packet for each provider, with `children` for its content. */
export function EmptyPackets({
  title,
  text,
  children,
}: {
  title: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <>
      <div aria-hidden className="grid fit-columns-8 gap-4 sm:gap-6">
        {Provider.options.map((provider) => (
          <Packet key={provider}>
            <div className="crimp h-8 bg-sunk sm:h-10" />
            {children}
            <p className="px-4 py-3 font-semibold text-ink-soft sm:px-5 sm:py-4">
              {providerName[provider]}
            </p>
          </Packet>
        ))}
      </div>
      <p className="mt-5 font-semibold">{title}</p>
      <p className="text-ink-soft">{text}</p>
    </>
  );
}
