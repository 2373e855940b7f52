import { Suspense, lazy } from 'react';

const Sonner = lazy(async () => ({ default: (await import('sonner')).Toaster }));

/**
 * Specification, sections 2 and 9: at the top, dismissible, 3500 ms. Fetched after the first paint:
 * nothing is announced before that.
 */
export function Toaster({ label, closeLabel }: { label: string; closeLabel: string }) {
  return (
    <Suspense>
      <Sonner
        position="top-center"
        duration={3500}
        closeButton
        offset={{ top: 76 }}
        mobileOffset={{ top: 68 }}
        containerAriaLabel={label}
        toastOptions={{ closeButtonAriaLabel: closeLabel }}
        style={
          {
            fontFamily: 'inherit',
            '--normal-bg': 'var(--ink)',
            '--normal-text': 'var(--on-ink)',
            '--normal-border': 'transparent',
            '--border-radius': '12px',
          } as React.CSSProperties
        }
      />
    </Suspense>
  );
}

async function show(type: 'success' | 'error' | 'info', message: string): Promise<void> {
  const { toast } = await import('sonner');
  toast[type](message);
}

export const notify = {
  success: (message: string) => void show('success', message),
  error: (message: string) => void show('error', message),
  info: (message: string) => void show('info', message),
};
