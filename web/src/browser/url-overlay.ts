import { useEffect, useEffectEvent } from 'react';
import { createPath, useLocation, useNavigate } from 'react-router-dom';
import { isFirstPage } from './back';

/** The kinds of overlays that the URL can open. */
type Overlay = 'chat' | 'full' | 'open' | 'results' | 'uid';

/** The distance from the current history entry to the page below each overlay, in entries. */
type Depths = Partial<Record<Overlay, number>>;

const readDepths = (state: unknown): Depths => (state as { over?: Depths } | null)?.over ?? {};

const withDepth = (state: unknown, overlay: Overlay, depth: number) => ({
  ...(state as object | null),
  over: { ...readDepths(state), [overlay]: depth },
});

/** State for a link that opens an overlay over the current page. Closing the overlay then goes back. */
export const openOver = (overlay: Overlay) => withDepth(null, overlay, 1);

/** The page below keeps its scroll position. */
const inPlace = { replace: true, preventScrollReset: true };

/**
 * An overlay that the URL opens over the page `below`. Back closes it, even if a link on another site opened
 * it.
 *
 * @param isNested true for a part of another overlay; that overlay then handles Back
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
    /** Opens the overlay, or replaces its content. */
    show: (to: string) =>
      navigate(
        to,
        isOpen
          ? { ...inPlace, state }
          : { preventScrollReset: true, state: withDepth(state, overlay, 1) },
      ),
    /** Opens new content in the overlay: Back returns to the current content, `close` to the page below. */
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
 * If `isNeeded`, adds an entry for `to` before the client's first entry. Back then closes the overlay that
 * the address opened, instead of leaving the client. `state` is added to the overlay's entry.
 */
function useEntryBefore(isNeeded: boolean, to: string, state: object): void {
  const navigate = useNavigate();
  const location = useLocation();
  const insert = useEffectEvent(() => {
    if (!isFirstPage()) return;
    const above = { ...(location.state as object | null), ...state };
    void navigate(to, { replace: true, preventScrollReset: true });
    void navigate(createPath(location), { state: above, preventScrollReset: true });
  });
  useEffect(() => {
    if (isNeeded) insert();
  }, [isNeeded]);
}
