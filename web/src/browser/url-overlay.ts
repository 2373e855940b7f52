import { useEffect, useEffectEvent } from 'react';
import { createPath, useLocation, useNavigate } from 'react-router-dom';
import { isFirstEntry } from './router';

/** An overlay that the URL opens. */
type Overlay = 'chat' | 'full' | 'open' | 'results' | 'uid';

/** The distance of each overlay's page from the current entry, in entries. */
type Depths = Partial<Record<Overlay, number>>;

const readDepths = (state: unknown): Depths => (state as { over?: Depths } | null)?.over ?? {};

const withDepth = (state: unknown, overlay: Overlay, depth: number) => ({
  ...(state as object | null),
  over: { ...readDepths(state), [overlay]: depth },
});

/** State of a link that opens an overlay over the current page: closing the overlay then goes back. */
export const openOver = (overlay: Overlay) => withDepth(null, overlay, 1);

/** The page below keeps its scroll position. */
const inPlace = { replace: true, preventScrollReset: true };

/**
 * An overlay that the URL opens over the page `below`. Back closes it, even if another site linked to it.
 * @param isNested true for a part of another overlay, which has the entry for Back
 */
export function useUrlOverlay(
  overlay: Overlay,
  { isOpen, below, isNested = false }: { isOpen: boolean; below: string; isNested?: boolean },
) {
  const navigate = useNavigate();
  const { state } = useLocation();
  useEntryBefore(isOpen && !isNested, below, openOver(overlay));
  const depth = readDepths(state)[overlay] ?? 0;
  return {
    depth,
    /** Opens the overlay, or changes what it shows. */
    show: (to: string) =>
      navigate(
        to,
        isOpen
          ? { ...inPlace, state }
          : { preventScrollReset: true, state: withDepth(state, overlay, 1) },
      ),
    /** Opens the overlay over itself: Back returns to the current content, `close` to the page below. */
    push: (to: string) =>
      navigate(to, {
        preventScrollReset: true,
        state: depth > 0 ? withDepth(state, overlay, depth + 1) : null,
      }),
    close: () =>
      depth > 0
        ? navigate(-depth)
        : navigate(below, { ...inPlace, state: withDepth(state, overlay, 0) }),
  };
}

/**
 * While `isNeeded`, puts an entry for `to` before the client's first entry, so that Back closes what the
 * address opens instead of leaving the client. `state` is added to the upper entry.
 */
function useEntryBefore(isNeeded: boolean, to: string, state: object): void {
  const navigate = useNavigate();
  const location = useLocation();
  const insert = useEffectEvent(() => {
    if (!isFirstEntry()) return;
    const above = { ...(location.state as object | null), ...state };
    void navigate(to, { replace: true, preventScrollReset: true });
    void navigate(createPath(location), { state: above, preventScrollReset: true });
  });
  useEffect(() => {
    if (isNeeded) insert();
  }, [isNeeded]);
}
