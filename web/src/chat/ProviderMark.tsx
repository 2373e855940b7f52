import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { providerName } from '../app/provider';
import { classes } from '../ui/classes';

const print: Record<Provider, string> = { google: 'bg-print-sky', openai: 'bg-print-jade' };

/** The initial of a provider on the print of its packets; its name is written nearby. */
export function ProviderMark({ provider, className }: { provider: Provider; className?: string }) {
  return (
    <span
      aria-hidden
      className={classes(
        'grid size-9 shrink-0 place-items-center rounded-lg text-note font-extrabold',
        print[provider],
        className,
      )}
    >
      {providerName[provider].slice(0, 1)}
    </span>
  );
}
