/** The places that the attackers hold, by the metrics of the servers. */
import { setTimeout as sleep } from 'node:timers/promises';

/** The resource of each attack, and the places that others may have. */
export const targets: Readonly<
  Record<string, { readonly resource: string; readonly places: number }>
> = {
  overlays: { resource: 'overlays', places: 1 },
  slowUploads: { resource: 'uploads', places: 24 },
  zips: { resource: 'zips', places: 6 },
  slowPreviews: { resource: 'google pictures', places: 6 },
};

const used =
  /^sachet_resource_users\{(?=[^}]*class="other")(?=[^}]*state="using")[^}]*resource="([^"]+)"[^}]*\} (\d+)/gm;

/** The most places of each resource that others have had so far. Reads until `signal` aborts. */
export function watchHeldPlaces(
  operationsUrls: readonly string[],
  signal: AbortSignal,
): ReadonlyMap<string, number> {
  const most = new Map<string, number>();
  const read = async (url: string) => {
    const answer = await fetch(`${url}/metrics`);
    for (const [, resource, number] of (await answer.text()).matchAll(used)) {
      most.set(resource!, Math.max(most.get(resource!) ?? 0, Number(number)));
    }
  };
  void (async () => {
    while (!signal.aborted) {
      await Promise.allSettled(operationsUrls.map(read));
      await sleep(250);
    }
  })();
  return most;
}
