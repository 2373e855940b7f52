import { useAction } from './use-action';

/**
 * Downloads one file at a time. `busy` is the name of the file, for its button. A failure is shown as a
 * toast.
 */
export function useDownload<Name extends string>() {
  const { run, pending } = useAction((_name: Name, download: () => Promise<void>) => download(), {
    toast: true,
  });
  return { busy: pending?.[0] ?? null, start: run };
}
