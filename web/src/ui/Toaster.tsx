import { Suspense, lazy, useEffect } from 'react';
import { createStore, useStore } from '../browser/store';

const Sonner = lazy(async () => ({ default: (await import('sonner')).Toaster }));

/** How long a toast is shown (docs/product.md, Numbers). */
const durationMs = 3500;
const withActionMs = 10_000;

const isNeeded = createStore(false);
let tellMounted: () => void;
/** Resolves when the toaster is mounted, because screen readers would miss an earlier announcement. */
const mounted = new Promise<void>((resolve) => (tellMounted = resolve));

function Mounted() {
  useEffect(() => tellMounted(), []);
  return null;
}

/**
 * Shows toasts at the top, where the user can dismiss them, for 3500 ms (docs/product.md, Screens and
 * Numbers). Its code is loaded with the first toast.
 */
export function Toaster({ label, closeLabel }: { label: string; closeLabel: string }) {
  return (
    // Modal dialogs hide everything else from screen readers, except elements with `aria-live`.
    <div aria-live="off">{useStore(isNeeded) && <Announcements {...{ label, closeLabel }} />}</div>
  );
}

function Announcements({ label, closeLabel }: { label: string; closeLabel: string }) {
  return (
    <Suspense>
      <Sonner
        position="top-center"
        duration={durationMs}
        closeButton
        offset={{ top: 76 }}
        mobileOffset={{ top: 112 }}
        containerAriaLabel={label}
        toastOptions={{ closeButtonAriaLabel: closeLabel }}
        style={
          {
            fontFamily: 'inherit',
            // Toasts are above dialogs and below an open menu.
            zIndex: 60,
            '--normal-bg': 'var(--packet)',
            '--normal-text': 'var(--ink)',
            '--normal-border': 'var(--edge)',
            '--border-radius': '12px',
          } as React.CSSProperties
        }
      />
      <Mounted />
    </Suspense>
  );
}

interface ToastDetails {
  action?: { label: string; onClick: () => void };
  /** The subject of the message. A newer message about it replaces the older one. */
  about?: string;
}

type ToastType = 'success' | 'error' | 'info';

async function show(
  type: ToastType,
  message: string,
  { action, about }: ToastDetails = {},
): Promise<void> {
  isNeeded.set(true);
  const [{ toast }] = await Promise.all([import('sonner'), mounted]);
  toast[type](<span role={type === 'error' ? 'alert' : 'status'}>{message}</span>, {
    action,
    id: about,
    ...(action && { duration: withActionMs }),
  });
}

export const notify = {
  success: (message: string, details?: ToastDetails) => void show('success', message, details),
  error: (message: string, details?: ToastDetails) => void show('error', message, details),
  info: (message: string, details?: ToastDetails) => void show('info', message, details),
};
