import type { Mode, ModelUse } from '@sachet/shared/contracts/vocabulary';
import { useLocation, useNavigate, useSearchParams, type Location } from 'react-router-dom';
import { useCanServe } from '../api/hooks';
import { usePendingAction } from '../app/pending';
import { useEntryBefore } from '../browser/router';
import type { Request } from '../generation/request';
import { useGenerate } from '../generation/use-generate';
import { paths } from '../paths';

export type Tool = {
  /** The results that the URL names. */
  generationIds: string[];
  generate: (requests: Request[]) => Promise<void>;
  busy: boolean;
  error: string | null;
  /** Replaces the open results; with none, the form is shown. */
  show: (generationIds: string[]) => void;
  /** Opens results over the open ones: closing returns to the form, Back to these results. */
  open: (generationIds: string[]) => void;
  close: () => void;
};

/**
 * State of a history entry with the form `depth` entries before it, so that closing the results goes back.
 */
export const overForm = { isOverForm: true, depth: 1 };

/** The number of entries after the form; 1 if the form is not in the history. */
export const getDepth = ({ state }: Location): number => Number(state?.['depth'] ?? 1);

/** The results cover the form, which keeps its scroll position. */
const inPlace = { replace: true, preventScrollReset: true };

/**
 * Sends the requests of a tool, opens the results by URL, and continues requests that waited for a sign-in.
 * `formPath` is the path of the tool's form.
 */
export function useTool(mode: Mode, formPath = paths.mode(mode)): Tool {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const location = useLocation();
  const { state } = location;
  const { ask, busy, error } = useGenerate();
  const canServe = useCanServe();
  const generationIds = params.get('results')?.split(',').filter(Boolean) ?? [];
  useEntryBefore(generationIds.length > 0, formPath, overForm);

  async function generate(requests: Request[]): Promise<void> {
    const able = requests.filter((request) => canServe(request.provider, toUse(request)));
    // If no provider can serve, the server's answer has the reason.
    const started = await ask(able.length > 0 ? able : requests);
    if (started === null) return navigate(formPath, inPlace);
    if (started.length === 0) return;
    const ids = started.map((generation) => generation.generationId);
    await navigate(paths.results(mode, ids), { state: overForm, preventScrollReset: true });
  }

  async function close(): Promise<void> {
    if (state?.isOverForm) await navigate(-getDepth(location));
    else await navigate(formPath, inPlace);
  }
  usePendingAction(
    (pending) =>
      pending.kind === 'generate' && pending.requests[0]?.mode === mode ? pending.requests : null,
    (requests) => void generate(requests),
  );

  return {
    generationIds,
    generate,
    busy,
    error,
    show: (ids) =>
      void (ids.length > 0 ? navigate(paths.results(mode, ids), { ...inPlace, state }) : close()),
    open: (ids) =>
      void navigate(paths.results(mode, ids), {
        state: state?.isOverForm ? { ...overForm, depth: getDepth(location) + 1 } : null,
        preventScrollReset: true,
      }),
    close: () => void close(),
  };
}

function toUse({ mode, ...request }: Request): ModelUse {
  if (mode === 'image') return 'pictures';
  if (mode === 'edit_image') return 'edits';
  return 'photo' in request || 'sameInputAs' in request ? 'photos in texts' : 'texts';
}
