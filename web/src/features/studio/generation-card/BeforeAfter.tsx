import { ChevronsLeftRight } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/translate';

const steps: Record<string, number> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -20,
  PageUp: 20,
  Home: -100,
  End: 100,
};
/** A side with a smaller share than this, in percent, has no room for its label. */
const labelMinPercent = 22;

/** Shows the photo on the left of a line and the edit on the right. Mouse, touch and keys move the line. */
export function BeforeAfter({
  beforeUrl,
  ratio,
  onStale,
  children,
}: {
  beforeUrl: string;
  /** Width divided by height of the edit. The photo is shown in a frame of the same ratio. */
  ratio: number;
  onStale: () => void;
  /** The edit. */
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const [percent, setPercent] = useState(50);
  const isHeld = useRef(false);
  const put = (value: number) => setPercent(Math.min(100, Math.max(0, Math.round(value))));

  function follow({ clientX }: PointerEvent) {
    const { left, width } = box.current?.getBoundingClientRect() ?? { left: 0, width: 0 };
    if (width > 0) put((100 * (clientX - left)) / width);
  }

  function hold(event: PointerEvent) {
    // A swipe that starts beside the line belongs to the results around this component and shows the other
    // result.
    const isOnLine = event.target instanceof Element && event.target.closest('[role=slider]');
    if (event.button !== 0 || (event.pointerType !== 'mouse' && !isOnLine)) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    isHeld.current = true;
    follow(event);
  }

  function release() {
    isHeld.current = false;
  }

  function onKey(event: KeyboardEvent) {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    put(percent + step);
  }

  return (
    <div className="absolute inset-0 grid place-items-center [container-type:size]">
      <div
        ref={box}
        onPointerDown={hold}
        onPointerMove={(event) => isHeld.current && follow(event)}
        onPointerUp={release}
        onPointerCancel={release}
        className="relative overflow-hidden select-none"
        style={{ width: `min(100cqw, 100cqh * ${ratio})`, aspectRatio: ratio }}
      >
        {children}
        <img
          src={beforeUrl}
          alt=""
          draggable={false}
          onError={onStale}
          className="absolute inset-0 size-full object-cover"
          style={{ clipPath: `inset(0 ${100 - percent}% 0 0)` }}
        />
        {percent >= labelMinPercent && <Side className="left-3">{t('studioCommon.before')}</Side>}
        {percent <= 100 - labelMinPercent && (
          <Side className="right-3">{t('studioCommon.after')}</Side>
        )}
        <div
          role="slider"
          tabIndex={0}
          aria-label={t('results.beforeAfter')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          aria-valuetext={t('results.beforeShare', { percent })}
          onKeyDown={onKey}
          className="group absolute inset-y-0 -ml-5.5 grid w-11 cursor-ew-resize touch-none place-items-center outline-none"
          style={{ left: `${percent}%` }}
        >
          <span className="absolute inset-y-0 w-0.5 bg-[#fffcf5] shadow-[0_0_0_1px_rgb(10_13_24/0.45)]" />
          <span className="relative grid size-9 place-items-center rounded-full bg-[#fffcf5] text-[#161a2b] shadow-[0_1px_6px_rgb(10_13_24/0.5)] group-focus-visible:outline-[3px] group-focus-visible:outline-offset-2 group-focus-visible:outline-[#fffcf5]">
            <ChevronsLeftRight aria-hidden className="size-5" />
          </span>
        </div>
      </div>
    </div>
  );
}

function Side({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span
      aria-hidden
      className={`pointer-events-none absolute top-28 rounded-full bg-[rgb(10_13_24/0.7)] px-2.5 text-note leading-6 font-semibold text-[#fffcf5] ${className}`}
    >
      {children}
    </span>
  );
}
