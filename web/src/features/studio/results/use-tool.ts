import type { Mode } from '@sachet/shared/tools';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { openOver, useUrlOverlay } from '../../../browser/url-overlay';
import { paths } from '../../../app/base/paths';
import { useAreUsesKnown, useFindAsked, useFindProviders } from '../../../app/base/provider-uses';
import { type CommonRequest, type Request, toRequests, toUse } from '../generation/request';
import { useGenerate } from '../generation/use-generate';
import { usePendingAction } from '../generation/use-pending-action';

export type Tool = {
  /** The ids of the results in the URL. */
  generationIds: string[];
  /** Sends the request to the providers that are compared. */
  generate: (request: CommonRequest) => void;
  busy: boolean;
  error: string | null;
  /** How many results are open over each other. */
  depth: number;
  /** Replaces the open results. Without ids, the form is shown. */
  show: (generationIds: string[]) => void;
  /** Opens results over the open ones. Closing then returns to the form, and Back to the results below. */
  open: (generationIds: string[]) => void;
  close: () => void;
};

/** Keeps the form's scroll position, because the results only cover the form. */
const inPlace = { replace: true, preventScrollReset: true };

/**
 * Sends the requests of a tool, opens the results by changing the URL, and continues requests that waited for
 * a sign-in. `formPath` is the path of the tool's form.
 */
export function useTool(mode: Mode, formPath = paths.mode(mode)): Tool {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { ask, busy, error } = useGenerate();
  const findAsked = useFindAsked();
  const findProviders = useFindProviders();
  const areUsesKnown = useAreUsesKnown();
  const [waiting, setWaiting] = useState<CommonRequest | null>(null);
  const generationIds = params.get('results')?.split(',').filter(Boolean) ?? [];
  const overlay = useUrlOverlay('results', { isOpen: generationIds.length > 0, below: formPath });

  async function send(requests: Request[]): Promise<void> {
    const started = await ask(requests);
    if (started === null) return navigate(formPath, inPlace);
    if (started.length === 0) return;
    const ids = started.map((generation) => generation.generationId);
    await navigate(paths.results(mode, ids), {
      state: openOver('results'),
      preventScrollReset: true,
    });
  }

  usePendingAction('generate', {
    isMine: ({ requests }) => areUsesKnown && requests[0]?.mode === mode,
    run: ({ requests }) => {
      const able = requests.filter((each) => findProviders(toUse(each)).includes(each.provider));
      // The server's answer contains the reason why no provider can serve them.
      void send(able.length > 0 ? able : requests);
    },
  });

  const sendToAsked = useEffectEvent((request: CommonRequest) => {
    void send(toRequests(request, findAsked(toUse(request)))).finally(() => setWaiting(null));
  });
  // An early press would also ask providers that cannot serve the request.
  useEffect(() => {
    if (waiting && areUsesKnown) sendToAsked(waiting);
  }, [waiting, areUsesKnown]);

  return {
    generationIds,
    generate: setWaiting,
    busy: busy || waiting !== null,
    error,
    depth: overlay.depth,
    show: (ids) => void (ids.length > 0 ? overlay.show(paths.results(mode, ids)) : overlay.close()),
    open: (ids) => void overlay.push(paths.results(mode, ids)),
    close: () => void overlay.close(),
  };
}
