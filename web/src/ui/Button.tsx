import type { ComponentProps } from 'react';
import { classes } from './classes';
import { Spinner } from './Spinner';

/** `money` is only for buttons that spend or add money, `danger` only for actions that cannot be undone. */
type ButtonLook = 'ink' | 'money' | 'danger' | 'outline' | 'plain';
/** `compact` is for rows of admin pages: 36 px high, 44 px with touch. */
type ButtonSize = 'normal' | 'large' | 'small' | 'compact';
type Variant = { look?: ButtonLook; size?: ButtonSize; className?: string };

const base =
  'inline-flex items-center justify-center gap-2 text-center font-semibold [&>svg]:shrink-0 ' +
  'transition-[background-color,color,border-color,transform] duration-150 ease-out select-none ' +
  'active:translate-y-px disabled:active:translate-y-0 disabled:cursor-not-allowed ' +
  'aria-disabled:active:translate-y-0 aria-disabled:cursor-not-allowed';

const looks: Record<ButtonLook, string> = {
  ink: 'bg-ink text-on-ink hover:bg-ink/88 off:bg-sunk off:text-ink-soft',
  money: 'bg-marigold text-on-marigold hover:bg-marigold-press off:bg-sunk off:text-ink-soft',
  danger: 'bg-vermilion text-on-ink hover:bg-vermilion/88 off:bg-sunk off:text-ink-soft',
  outline:
    'border-[1.5px] border-edge not-disabled:hover:border-ink not-disabled:hover:bg-sunk/60 off:text-ink-soft',
  plain: 'enabled:hover:bg-sunk/70 off:text-ink-soft',
};

const sizes: Record<ButtonSize, string> = {
  normal: 'min-h-11 rounded-full px-5',
  large: 'min-h-13 rounded-full px-5 text-lead',
  small: 'min-h-11 rounded-full px-4 text-note',
  compact: 'min-h-9 rounded-lg px-3 text-note pointer-coarse:min-h-11',
};

export function buttonClasses({ look = 'ink', size = 'normal', className }: Variant): string {
  return classes(base, sizes[size], looks[look], className);
}

/**
 * While busy, the button ignores presses but is not disabled, because a disabled button would lose the focus
 * to the page.
 */
export function Button({
  look,
  size,
  busy = false,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ComponentProps<'button'> & Variant & { busy?: boolean }) {
  return (
    <button
      {...rest}
      type={type === 'submit' ? 'submit' : 'button'}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        // Also prevents this button and Enter from submitting the form.
        if (busy) return event.preventDefault();
        onClick?.(event);
      }}
      className={buttonClasses({ look, size, className })}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

/** A round button with an icon. `label` is its accessible name. */
export function IconButton({
  label,
  className,
  ...rest
}: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      title={label}
      className={classes(
        'grid size-11 shrink-0 place-items-center rounded-full transition-colors duration-150 hover:bg-sunk/80',
        'disabled:cursor-not-allowed disabled:text-ink-soft',
        className,
      )}
    />
  );
}

/** A small button below or beside a field that looks like a link. */
export function TextButton({ children, ...rest }: Omit<ComponentProps<'button'>, 'className'>) {
  return (
    <button
      {...rest}
      type="button"
      className="min-h-11 text-note font-semibold underline underline-offset-4 disabled:text-ink-soft"
    >
      {children}
    </button>
  );
}
