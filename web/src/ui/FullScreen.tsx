import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { createStore, useStore } from '../browser/store';
import { classes } from './classes';
import { useBack } from '../browser/back';

/** The ids of the open full screens. The topmost is the last. */
const open = createStore<string[]>([]);

/** Whether a full screen covers the page, which is then `inert`. */
export function useIsCovered(): boolean {
  return useStore(open).length > 0;
}

/**
 * Covers the window with a workspace and makes the page below inert. Toasts, dialogs over the workspace and
 * the gateway's sheet can still be used; Radix's modal dialogs would block them. The focus moves to the first
 * `data-autofocus` inside. On close it moves to `returnTo`, else to where it was, else to the page.
 */
export function FullScreen({
  labelledBy,
  onClose,
  isInAddress = false,
  returnTo,
  className,
  children,
}: {
  labelledBy: string;
  /** Called by Escape and Back. If it is missing, neither closes the screen. */
  onClose?: () => void;
  /** True if the address opens the screen. Back then closes it by changing the address. */
  isInAddress?: boolean;
  /** The selector of the element that gets the focus on close, if it is there. */
  returnTo?: string;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  const ids = useStore(open);
  const isUnderAnother = ids.includes(id) && ids.at(-1) !== id;
  const layer = useRef<HTMLDivElement>(null);
  const [opener] = useState(() => document.activeElement);
  const returning = useRef(returnTo);
  useEffect(() => {
    returning.current = returnTo;
  }, [returnTo]);
  useBack(!isInAddress, () => onClose?.());

  useEffect(() => {
    open.set((ids) => [...ids, id]);
    layer.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });
    return () => {
      open.set((ids) => ids.filter((other) => other !== id));
      // Waits until the page is no longer inert, because an inert element cannot get the focus.
      requestAnimationFrame(() => {
        if (open.get().includes(id)) return;
        const find = (selector: string) => document.querySelector<HTMLElement>(selector);
        const isThere = opener instanceof HTMLElement && opener.isConnected;
        const before = isThere && opener !== document.body ? opener : find('main');
        const wanted = returning.current === undefined ? null : find(returning.current);
        (wanted ?? before)?.focus({ preventScroll: true });
      });
    };
  }, [id, opener]);

  const escape = useEffectEvent((event: KeyboardEvent) => {
    // If a dialog or menu over this screen has handled the key, nothing happens here.
    if (event.key === 'Escape' && !event.defaultPrevented && !isUnderAnother) onClose?.();
  });
  useEffect(() => {
    document.addEventListener('keydown', escape);
    return () => document.removeEventListener('keydown', escape);
  }, []);
  useScrollLock();

  return createPortal(
    <div
      ref={layer}
      role="dialog"
      aria-modal="true"
      aria-labelledby={labelledBy}
      inert={isUnderAnother}
      aria-hidden={isUnderAnother || undefined}
      className={classes('fixed inset-0 z-40 animate-appear bg-paper', className)}
    >
      {children}
    </div>,
    document.body,
  );
}

function useScrollLock(): void {
  useEffect(() => {
    const { style } = document.documentElement;
    style.overflow = 'hidden';
    return () => {
      if (open.get().length === 0) style.overflow = '';
    };
  }, []);
}
