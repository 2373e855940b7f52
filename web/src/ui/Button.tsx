import type { ComponentProps } from 'react';
import { classes } from './classes';
import { Spinner } from './Spinner';

/** `money` is for what costs or earns money, and nothing else may use it. */
export type ButtonLook = 'ink' | 'money' | 'outline' | 'plain';

const base =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-full px-5 text-center font-semibold ' +
  'transition-[background-color,color,border-color,transform] duration-150 ease-out select-none ' +
  'active:translate-y-px disabled:active:translate-y-0 disabled:cursor-not-allowed';

const looks: Record<ButtonLook, string> = {
  ink: 'bg-ink text-on-ink hover:bg-ink/88 disabled:bg-sunk disabled:text-ink-soft',
  money:
    'bg-marigold text-on-marigold hover:bg-marigold-press disabled:bg-sunk disabled:text-ink-soft',
  outline:
    'border-[1.5px] border-edge not-disabled:hover:border-ink not-disabled:hover:bg-sunk/60 disabled:text-ink-soft',
  plain: 'enabled:hover:bg-sunk/70 disabled:text-ink-soft',
};

export function buttonClasses(look: ButtonLook, className?: string): string {
  return classes(base, looks[look], className);
}

export function Button({
  look = 'ink',
  busy = false,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & { look?: ButtonLook; busy?: boolean }) {
  return (
    <button
      {...rest}
      type={type === 'submit' ? 'submit' : 'button'}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonClasses(look, className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

/** A round button whose only content is an icon: its `label` is its name. */
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
