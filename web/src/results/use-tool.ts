import type { Mode, ModelUse } from '@sachet/shared/contracts/vocabulary';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { openOver, useUrlOverlay } from '../browser/url-overlay';
import { useCanServe } from '../api/hooks';
import { paths } from '../paths';
import type { Request } from '../generation/request';
import { useGenerate } from '../generation/use-generate';
import { usePendingAction } from '../generation/use-pending-action';

export type Tool = {
  /** The results that the URL names. */
  generationIds: string[];
  generate: (requests: Request[]) => Promise<void>;
  busy: boolean;
  error: string | null;
  /** The number of results that are open over each other. */
  depth: number;
  /** Replaces the open results; with none, the form is shown. */
  show: (generationIds: string[]) => void;
  /** Opens results over the open ones: closing returns to the form, Back to these results. */
  open: (generationIds: string[]) => void;
  close: () => void;
};

/** The results cover the form, which keeps its scroll position. */
const inPlace = { replace: true, preventScrollReset: true };

/**
 * Sends the requests of a tool, opens the results by URL, and continues requests that waited for a sign-in.
 * `formPath` is the path of the tool's form.
 */
export function useTool(mode: Mode, formPath = paths.mode(mode)): Tool {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { ask, busy, error } = useGenerate();
  const canServe = useCanServe();
  const generationIds = params.get('results')?.split(',').filter(Boolean) ?? [];
  const overlay = useUrlOverlay('results', { isOpen: generationIds.length > 0, below: formPath });

  async function generate(requests: Request[]): Promise<void> {
    const able = requests.filter((request) => canServe(request.provider, toUse(request)));
    // If no provider can serve, the server's answer has the reason.
    const started = await ask(able.length > 0 ? able : requests);
    if (started === null) return navigate(formPath, inPlace);
    if (started.length === 0) return;
    const ids = started.map((generation) => generation.generationId);
    await navigate(paths.results(mode, ids), {
      state: openOver('results'),
      preventScrollReset: true,
    });
  }

  usePendingAction('generate', {
    isMine: ({ requests }) => requests[0]?.mode === mode,
    run: ({ requests }) => void generate(requests),
  });

  return {
    generationIds,
    generate,
    busy,
    error,
    depth: overlay.depth,
    show: (ids) => void (ids.length > 0 ? overlay.show(paths.results(mode, ids)) : overlay.close()),
    open: (ids) => void overlay.push(paths.results(mode, ids)),
    close: () => void overlay.close(),
  };
}

function toUse({ mode, ...request }: Request): ModelUse {
  if (mode === 'image') return 'pictures';
  if (mode === 'edit_image') return 'edits';
  return 'photo' in request || 'sameInputAs' in request ? 'photos in texts' : 'texts';
}
