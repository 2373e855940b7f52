import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type PointerEvent,
  type Ref,
} from 'react';
import { classes } from '../../../ui/classes';
import {
  clamp,
  isWhole,
  nearScale,
  panBy,
  toFitted,
  toSwipe,
  wholeView,
  zoomAt,
  type Point,
  type Size,
  type View,
} from './zoom';

export interface StageHandle {
  /** Zooms by a factor around the centre of the stage. */
  zoom: (factor: number) => void;
  reset: () => void;
}

/** Two taps within this time are a double tap. */
const doubleTapMs = 300;
const tapPixels = 10;

/**
 * Shows a picture that the user can zoom by wheel, pinch, double tap, or `handle`. While the whole picture is
 * visible, a swipe shows the next one.
 */
export function Stage({
  handle,
  url,
  below,
  alt,
  onSwipe,
  onStale,
}: {
  handle: Ref<StageHandle>;
  url: string | null;
  /** The URL of a picture that is shown below until the picture itself is loaded. */
  below: string | null;
  alt: string;
  onSwipe: (to: 'next' | 'previous') => void;
  onStale: () => void;
}) {
  const stage = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLImageElement>(null);
  const lower = useRef<HTMLImageElement>(null);
  const [view, setView] = useState<View>(wholeView);
  const [isHeld, setHeld] = useState(false);
  const pointers = useRef(new Map<number, Point>());
  const began = useRef<{ at: Point; moved: boolean } | null>(null);
  const lastTap = useRef({ atMs: 0, x: 0, y: 0 });

  function change(next: (view: View) => View): void {
    const box = stage.current?.getBoundingClientRect();
    if (!box) return;
    // Until the picture is loaded, the aspect ratio of the picture below is used. Until one of them is
    // loaded, zooming is around the centre.
    const come = [picture.current, lower.current].find((image) => image?.naturalWidth);
    const natural: Size = { width: come?.naturalWidth ?? 0, height: come?.naturalHeight ?? 0 };
    setView((old) => clamp(next(old), toFitted(natural, box), box));
  }

  useImperativeHandle(handle, () => ({
    zoom: (factor) => change((old) => zoomAt(old, factor, { x: 0, y: 0 })),
    reset: () => setView(wholeView),
  }));

  /** Returns the pointer's position relative to the centre of the stage. */
  function toPoint(event: { clientX: number; clientY: number }): Point {
    const box = stage.current?.getBoundingClientRect();
    if (!box) return { x: 0, y: 0 };
    return {
      x: event.clientX - box.left - box.width / 2,
      y: event.clientY - box.top - box.height / 2,
    };
  }

  const onWheel = useRef<(event: WheelEvent) => void>(() => undefined);
  useLayoutEffect(() => {
    onWheel.current = (event) => {
      event.preventDefault();
      const factor = Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 400));
      change((old) => zoomAt(old, factor, toPoint(event)));
    };
  });
  useEffect(() => {
    const element = stage.current;
    // Added by hand, because React's wheel listeners are passive and cannot prevent the page from scrolling.
    const listen = (event: WheelEvent) => onWheel.current(event);
    element?.addEventListener('wheel', listen, { passive: false });
    return () => element?.removeEventListener('wheel', listen);
  }, []);

  function press(event: PointerEvent) {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const point = toPoint(event);
    pointers.current.set(event.pointerId, point);
    setHeld(true);
    if (pointers.current.size === 1) began.current = { at: point, moved: false };
    else if (began.current) began.current.moved = true;
  }

  function move(event: PointerEvent) {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const point = toPoint(event);
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, point);
    if (other) {
      const factor = distance(point, other) / Math.max(1, distance(before, other));
      const middle = { x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 };
      change((old) => zoomAt(old, factor, middle));
      return;
    }
    if (began.current && distance(point, began.current.at) > tapPixels) began.current.moved = true;
    change((old) =>
      isWhole(old) ? old : panBy(old, { x: point.x - before.x, y: point.y - before.y }),
    );
  }

  function release(event: PointerEvent) {
    if (!pointers.current.delete(event.pointerId)) return;
    if (pointers.current.size > 0) return;
    setHeld(false);
    const start = began.current;
    began.current = null;
    if (!start || event.type === 'pointercancel') return;
    const point = toPoint(event);
    if (!start.moved) return tap(point, event.timeStamp);
    const to = toSwipe({ x: point.x - start.at.x, y: point.y - start.at.y });
    if (to && isWhole(view)) onSwipe(to);
  }

  function tap(point: Point, atMs: number) {
    const { current: last } = lastTap;
    const isDouble = atMs - last.atMs < doubleTapMs && distance(point, last) < 3 * tapPixels;
    lastTap.current = { atMs: isDouble ? 0 : atMs, ...point };
    if (!isDouble) return;
    change((old) => (isWhole(old) ? zoomAt(old, nearScale, point) : wholeView));
  }

  const transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
  return (
    <div
      ref={stage}
      data-scale={view.scale}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
      className={classes(
        'relative size-full overflow-hidden select-none',
        isWhole(view) ? 'touch-pan-y cursor-zoom-in' : 'touch-none cursor-grab',
      )}
    >
      <div
        className={classes('absolute inset-0', !isHeld && 'transition-transform duration-150')}
        style={{ transform }}
      >
        {below && below !== url && (
          <img
            ref={lower}
            src={below}
            alt=""
            draggable={false}
            className="absolute inset-0 size-full object-contain"
          />
        )}
        {url && (
          <img
            ref={picture}
            src={url}
            alt={alt}
            draggable={false}
            onError={onStale}
            className="absolute inset-0 size-full object-contain"
          />
        )}
      </div>
    </div>
  );
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
