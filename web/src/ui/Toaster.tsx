import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createStore, useStore } from '../browser/store';

/** How long a toast is shown (docs/product.md, Numbers). */
const durationMs = 3500;
const withActionMs = 10_000;
/** Older toasts go when more are shown. */
const shownMax = 3;

interface ToastDetails {
  action?: { label: string; onClick: () => void };
  /** The subject of the message. A newer message about it replaces the older one. */
  about?: string;
}

type ToastType = 'success' | 'error' | 'info';
type Toast = ToastDetails & { id: number; type: ToastType; message: string };

/** The newest is first. */
const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

/** The least time that each toast is shown. @internal tests raise it */
export const toastTime = { leastMs: 0 };

/** @internal exported for tests */
export const dismissToasts = () => toasts.set([]);

const dismiss = (id: number) => toasts.set((all) => all.filter((each) => each.id !== id));

function show(type: ToastType, message: string, details: ToastDetails = {}): void {
  const toast = { id: (lastId += 1), type, message, ...details };
  const isOther = ({ about }: Toast) => about === undefined || about !== details.about;
  toasts.set((all) => [toast, ...all.filter(isOther)].slice(0, shownMax));
}

export const notify = {
  success: (message: string, details?: ToastDetails) => show('success', message, details),
  error: (message: string, details?: ToastDetails) => show('error', message, details),
  info: (message: string, details?: ToastDetails) => show('info', message, details),
};

/**
 * Shows toasts at the top, where the user can dismiss them, for 3500 ms (docs/product.md, Screens and
 * Numbers). It is part of the first file: it reports failures, such as that of loading a file.
 */
export function Toaster({ label, closeLabel }: { label: string; closeLabel: string }) {
  const shown = useStore(toasts);
  const [isHeld, setHeld] = useState(false);
  const hold = {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  };
  return (
    // Modal dialogs hide everything else from screen readers, except elements with `aria-live`.
    <section aria-live="off" aria-label={label} data-toasts>
      {shown.length > 0 && (
        <ol
          {...hold}
          // Above dialogs, and below the header, which stays in reach.
          className="pointer-events-auto fixed top-(--toasts) left-1/2 z-60 grid w-[min(100vw-1rem,22.5rem)] -translate-x-1/2 gap-2 md:w-max md:max-w-[min(100vw-2rem,40rem)] md:min-w-90"
        >
          {shown.map((toast) => (
            <Announcement key={toast.id} {...toast} isHeld={isHeld} closeLabel={closeLabel} />
          ))}
        </ol>
      )}
    </section>
  );
}

const icons = { success: CircleCheck, error: CircleAlert, info: Info };
const colors = { success: 'text-leaf', error: 'text-vermilion', info: 'text-ink' };

function Announcement({
  id,
  type,
  message,
  action,
  isHeld,
  closeLabel,
}: Toast & { isHeld: boolean; closeLabel: string }) {
  useEffect(() => {
    if (isHeld) return undefined;
    const shownMs = Math.max(action ? withActionMs : durationMs, toastTime.leastMs);
    const timer = setTimeout(() => dismiss(id), shownMs);
    return () => clearTimeout(timer);
  }, [id, action, isHeld]);
  const Icon = icons[type];
  return (
    <li
      data-toast={type}
      className="flex animate-appear items-center gap-2 rounded-xl border border-edge bg-packet pr-1 pl-3 text-note shadow-[0_8px_24px_var(--shade)] md:pl-4"
    >
      <Icon aria-hidden className={`size-5 shrink-0 ${colors[type]}`} />
      <span
        role={type === 'error' ? 'alert' : 'status'}
        className="min-w-0 flex-1 py-0.5 font-semibold wrap-anywhere max-md:leading-[1.2] md:py-2"
      >
        {message}
      </span>
      {action && (
        <button
          type="button"
          onClick={() => {
            dismiss(id);
            action.onClick();
          }}
          className="-my-1 min-h-11 shrink-0 rounded-full px-3 font-semibold underline underline-offset-2"
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={closeLabel}
        onClick={() => dismiss(id)}
        className="-my-1 grid size-11 shrink-0 place-items-center rounded-full text-ink-soft hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </button>
    </li>
  );
}
