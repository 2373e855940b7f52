import type { ComponentProps, ReactNode } from 'react';
import { TextField } from '../../ui/Field';

/** A field on an admin page. */
export function CompactField({
  error,
  onChange,
  ...field
}: Omit<ComponentProps<'input'>, 'onChange'> & {
  label: string;
  hint?: ReactNode;
  error?: string | null;
  onChange: (value: string) => void;
}) {
  return (
    <TextField
      autoComplete="off"
      {...field}
      error={error ?? undefined}
      onChange={(event) => onChange(event.target.value)}
      compact
    />
  );
}
