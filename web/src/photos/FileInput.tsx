import type { ReactNode } from 'react';
import { classes } from '../ui/classes';
import { acceptedTypes } from './uploaded-image';

/** The whole area is the file button's label, so that a finger need not aim. */
export function FileInput({
  label,
  describedBy,
  invalid,
  onFile,
  className,
  children,
}: {
  label: string;
  describedBy: string;
  invalid: boolean;
  onFile: (file: File) => void;
  className: string;
  children: ReactNode;
}) {
  return (
    <label
      className={classes(
        'has-focus-visible:outline-[2.5px] has-focus-visible:-outline-offset-2 has-focus-visible:outline-ink',
        className,
      )}
    >
      <input
        type="file"
        accept={acceptedTypes.join(',')}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file can then be chosen again.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
      {children}
    </label>
  );
}
