import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useState, type ReactNode } from 'react';
import { IconButton } from './Button';
import { classes } from './classes';
import { useBack } from '../browser/back';

/**
 * A dialog in the centre of a wide screen, or a sheet at the bottom of a phone. The backdrop, the button,
 * Escape and Back close it. It keeps the focus inside and returns the focus to the element that opened it.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  closeLabel,
  wide = false,
  isInAddress = false,
  children,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  closeLabel: string;
  /** For content with columns or tabs: 56 rem wide on wide screens, with a fixed upper edge. */
  wide?: boolean;
  /** True if the address opens the dialog. Back then closes it by changing the address. */
  isInAddress?: boolean;
  children: ReactNode;
}) {
  const [opener] = useState(() => document.activeElement);
  useBack(open && !isInAddress, onClose);
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 grid animate-appear items-end overflow-y-auto bg-[rgb(10_13_24/0.6)] sm:place-items-center sm:p-6">
          <Radix.Content
            onOpenAutoFocus={(event) => {
              // Focuses the dialog's first field, or the dialog itself. Screen readers then read the title
              // first, and no button looks pressed.
              event.preventDefault();
              if (!(event.currentTarget instanceof HTMLElement)) return;
              const field = event.currentTarget.querySelector<HTMLElement>('[data-first-field]');
              (field ?? event.currentTarget).focus();
            }}
            onCloseAutoFocus={(event) => {
              // Radix would focus its own trigger, but these dialogs can be opened from anywhere.
              event.preventDefault();
              if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
            }}
            onPointerDownOutside={(event) => {
              // A toast is drawn over the dialog. Dismissing the toast must not close the dialog.
              const { target } = event.detail.originalEvent;
              if (target instanceof Element && target.closest('[data-toasts]'))
                event.preventDefault();
            }}
            {...(description ? {} : { 'aria-describedby': undefined })}
            className={classes(
              wide
                ? 'sm:max-w-4xl sm:self-start sm:mt-[4svh] max-h-[94svh] sm:max-h-[86svh]'
                : 'sm:max-w-md max-h-[94svh]',
              'relative w-full animate-rise overflow-y-auto overscroll-contain rounded-t-2xl border-t border-fold bg-paper px-[min(1.25rem,5vw)] pt-5 pb-[max(1.5rem,env(safe-area-inset-bottom))] shadow-[0_24px_60px_rgb(10_13_24/0.35)] focus:outline-none sm:rounded-2xl sm:border sm:px-7 sm:pt-6 sm:pb-7',
            )}
          >
            <div className="mb-4 flex items-start justify-between gap-3">
              <div className="min-w-0 pt-2">
                <Radix.Title className="text-title font-bold">{title}</Radix.Title>
                {description && (
                  <Radix.Description asChild>
                    <div className="mt-1 text-note text-ink-soft">{description}</div>
                  </Radix.Description>
                )}
              </div>
              <Radix.Close asChild>
                <IconButton label={closeLabel} className="-mr-2">
                  <X className="size-5" />
                </IconButton>
              </Radix.Close>
            </div>
            {children}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
