import { Undo2, X } from 'lucide-react';
import {
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';
import { useObjectUrl } from '../../../browser/use-object-url';
import { useTranslation } from '../../../i18n/translate';
import { Button, IconButton } from '../../../ui/Button';
import { FullScreen } from '../../../ui/FullScreen';
import { measureMarked } from './draw-marks';
import {
  beginMark,
  brushes,
  extendMark,
  moveByKey,
  toPoint,
  toZone,
  zones,
  type Mark,
  type Marked,
  type Point,
  type Shape,
} from './marks';
import { Tint } from './Tint';

/**
 * A full-screen editor that marks a part of a picture with a brush, by touch, mouse or keys. `picture` is a
 * file or a URL.
 */
export function MarkEditor({
  picture,
  value,
  onDone,
  onCancel,
}: {
  picture: Blob | string;
  value: Marked | null;
  /** Receives null if nothing is marked. */
  onDone: (marked: Marked | null) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [shape, setShape] = useState<Shape | null>(value);
  const [marks, setMarks] = useState<readonly Mark[]>(value?.marks ?? []);
  const [brush, setBrush] = useState(brushes.usual);
  const undo = () => setMarks((now) => now.slice(0, -1));
  const onKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    undo();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  return (
    <FullScreen labelledBy={id} onClose={onCancel}>
      <div className="flex h-full flex-col overflow-y-auto">
        <div className="flex items-center gap-1 px-1 py-1">
          <IconButton label={t('mark.cancel')} onClick={onCancel}>
            <X aria-hidden className="size-5" />
          </IconButton>
          <h1 id={id} className="min-w-0 flex-1 truncate font-semibold">
            {t('mark.open')}
          </h1>
          <IconButton label={t('mark.undo')} disabled={marks.length === 0} onClick={undo}>
            <Undo2 aria-hidden className="size-5" />
          </IconButton>
          <Button
            look="plain"
            size="small"
            disabled={marks.length === 0}
            onClick={() => setMarks([])}
          >
            {t('mark.clear')}
          </Button>
        </div>
        <Board
          picture={picture}
          shape={shape}
          onShape={setShape}
          marks={marks}
          onMarks={setMarks}
          brush={brush}
        />
        <div className="mx-auto grid w-full max-w-xl gap-2 px-4 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
          {shape && <Share marked={{ ...shape, marks }} />}
          <div className="flex flex-wrap items-center justify-end gap-x-4">
            <label className="flex min-h-11 min-w-0 flex-1 basis-48 items-center gap-3 text-note font-semibold">
              <span className="shrink-0">{t('mark.brush')}</span>
              <input
                type="range"
                min={brushes.min}
                max={brushes.max}
                step={brushes.step}
                value={brush}
                onChange={(event) => setBrush(Number(event.target.value))}
                className="min-w-0 flex-1 accent-ink"
              />
            </label>
            <Button
              disabled={!shape}
              onClick={() => onDone(shape && marks.length > 0 ? { ...shape, marks } : null)}
            >
              {t('studioCommon.done')}
            </Button>
          </div>
        </div>
      </div>
    </FullScreen>
  );
}

/** If more zones than this are marked, the whole picture is announced. */
const namedMax = 4;

/** Announces how much of the picture is marked, and where. */
function Share({ marked }: { marked: Marked }) {
  const { t } = useTranslation();
  const { share, zones } = useMemo(() => measureMarked(marked), [marked]);
  const percent = Math.max(1, Math.round(100 * share));
  const where =
    zones.length > namedMax
      ? t('mark.allOver')
      : zones.map((zone) => t(`mark.zone.${zone}`)).join(', ');
  return (
    <p role="status" className="min-h-[2lh] text-center text-note text-balance text-ink-soft">
      {marked.marks.length === 0 ? t('mark.nothing') : t('mark.share', { percent, where })}
    </p>
  );
}

/** The drawing area. A finger draws on it and does not scroll the page. */
function Board({
  picture,
  shape,
  onShape,
  marks,
  onMarks,
  brush,
}: {
  picture: Blob | string;
  shape: Shape | null;
  onShape: (shape: Shape) => void;
  marks: readonly Mark[];
  onMarks: (change: (marks: readonly Mark[]) => readonly Mark[]) => void;
  brush: number;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [at, setAt] = useState<Point>([0.5, 0.5]);
  const isDrawing = useRef(false);
  const isDrawingByKeys = useRef(false);
  const [isMovedByKeys, setIsMovedByKeys] = useState(false);
  const show = useObjectUrl(picture);

  function locate(event: Pick<MouseEvent, 'clientX' | 'clientY'>, board: Element): Point {
    const { left, top, width, height } = board.getBoundingClientRect();
    return toPoint((event.clientX - left) / width, (event.clientY - top) / height);
  }

  function press(event: PointerEvent<HTMLDivElement>): void {
    if (!event.isPrimary || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    isDrawing.current = true;
    setIsMovedByKeys(false);
    const to = locate(event, event.currentTarget);
    setAt(to);
    onMarks((now) => beginMark(now, brush, to));
  }

  function move(event: PointerEvent<HTMLDivElement>): void {
    if (!event.isPrimary) return;
    const board = event.currentTarget;
    setAt(locate(event, board));
    if (!isDrawing.current) return;
    const steps = event.nativeEvent.getCoalescedEvents?.() ?? [];
    const points = (steps.length > 0 ? steps : [event.nativeEvent]).map((step) =>
      locate(step, board),
    );
    onMarks((now) => points.reduce(extendMark, now));
  }

  /** Handles the keys. Shift with an arrow key draws from the brush's position. */
  function type(event: KeyboardEvent): void {
    if (!shape || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      onMarks((now) => beginMark(now, brush, at));
      return;
    }
    const to = moveByKey(at, event.key, brush, shape);
    if (!to) return;
    event.preventDefault();
    setAt(to);
    setIsMovedByKeys(true);
    const isContinued = isDrawingByKeys.current;
    isDrawingByKeys.current = event.shiftKey;
    if (event.shiftKey)
      onMarks((now) => extendMark(isContinued ? now : beginMark(now, brush, at), to));
  }

  const stop = () => {
    isDrawing.current = false;
  };
  const stopKeys = () => {
    isDrawingByKeys.current = false;
  };
  const [across, down] = at.map((part) => Math.round(100 * part)) as [number, number];
  const ratio = shape ? shape.width / shape.height : 1;
  const shorter = shape ? Math.min(1, 1 / ratio) : 1;
  return (
    <div className="grid flex-1 place-items-center bg-sunk p-3">
      <p id={id} className="sr-only">
        {t('mark.keys')}
      </p>
      <p role="status" className="sr-only">
        {isMovedByKeys &&
          t('mark.place', { across, down, where: t(`mark.zone.${zones[toZone(at)]!}`) })}
      </p>
      {/* The role `application` receives pointer and keys; no other role describes a drawing area. */}
      {/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex */}
      <div
        role="application"
        aria-label={t('mark.picture')}
        aria-describedby={id}
        tabIndex={0}
        data-autofocus
        onPointerDown={press}
        onPointerMove={move}
        onPointerUp={stop}
        onPointerCancel={stop}
        onKeyDown={type}
        onKeyUp={(event) => event.key === 'Shift' && stopKeys()}
        onBlur={stopKeys}
        style={{
          aspectRatio: ratio,
          // In a zoomed-in window, the user scrolls to the buttons, and the picture does not shrink.
          width: `min(100%, max(11rem, 100svh - 13rem) * ${ratio})`,
        }}
        className="relative cursor-crosshair touch-none overflow-hidden rounded-sm select-none focus-visible:outline-[2.5px] focus-visible:outline-offset-2 focus-visible:outline-ink"
      >
        <img
          ref={show}
          alt=""
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            onShape({ width: naturalWidth, height: naturalHeight })
          }
          className="size-full"
        />
        {shape && <Tint marked={{ ...shape, marks }} className="size-full" />}
        <span
          aria-hidden
          style={{
            left: `${100 * at[0]}%`,
            top: `${100 * at[1]}%`,
            // Relative to the picture's shorter side.
            width: `${100 * brush * shorter}%`,
          }}
          className="pointer-events-none absolute aspect-square -translate-1/2 rounded-full border-2 border-[white] outline-[1.5px] outline-[black]"
        />
      </div>
      {/* oxlint-enable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex */}
    </div>
  );
}
