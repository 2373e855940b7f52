import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { createStore, useStore } from '../browser/store';
import { classes } from './classes';
import { useBack } from '../browser/back';

/** Those that are open, the one on top last. */
const open = createStore<string[]>([]);

/** Whether the page lies under one of them, and has to be `inert`. */
export function useIsCovered(): boolean {
  return useStore(open).length > 0;
}

/**
 * Covers the whole window, for what people work in rather than answer. What lies under it is inert,
 * and everything else stays in reach: a toast, a dialog over it, or the gateway's sheet, which Radix's
 * modal dialogs lock out. Focus goes to the first `data-autofocus` in it, and back when it closes.
 */
export function FullScreen({
  labelledBy,
  onClose,
  isInAddress = false,
  className,
  children,
}: {
  labelledBy: string;
  /** By Escape and by Back; without it, neither closes it. */
  onClose?: () => void;
  /** Whether it is open because the address says so: the entry before is then without it. */
  isInAddress?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  const ids = useStore(open);
  const isUnderAnother = ids.includes(id) && ids.at(-1) !== id;
  const layer = useRef<HTMLDivElement>(null);
  const [opener] = useState(() => document.activeElement);
  useBack(!isInAddress, () => onClose?.());

  useEffect(() => {
    open.set((ids) => [...ids, id]);
    layer.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });
    return () => {
      open.set((ids) => ids.filter((other) => other !== id));
      // After the page is no longer inert.
      requestAnimationFrame(() => {
        if (open.get().includes(id)) return;
        const isThere = opener instanceof HTMLElement && opener.isConnected;
        const target =
          isThere && opener !== document.body ? opener : document.querySelector('main');
        target?.focus({ preventScroll: true });
      });
    };
  }, [id, opener]);

  const escape = useEffectEvent((event: KeyboardEvent) => {
    // A dialog or menu over it has taken the key for itself.
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
