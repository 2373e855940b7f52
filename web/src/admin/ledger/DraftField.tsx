import { type ComponentProps, useState } from 'react';
import { isEnter } from '../../browser/enter';
import { CompactField } from '../frame/fields';

/** A filter that is typed: it holds from Enter on, or once the field is left. */
export function DraftField({
  value,
  onCommit,
  getError,
  ...field
}: Omit<ComponentProps<typeof CompactField>, 'value' | 'onChange' | 'error'> & {
  value: string;
  onCommit: (value: string) => void;
  /** What is wrong with a value; then the filter before stays. */
  getError?: (value: string) => string | null;
}) {
  /** null while nothing else than `value` stands in the field. */
  const [draft, setDraft] = useState<string | null>(null);
  const error = draft?.trim() && getError ? getError(draft.trim()) : null;

  function commit() {
    if (draft === null || error) return;
    if (draft.trim() !== value) onCommit(draft.trim());
    setDraft(null);
  }

  return (
    <CompactField
      spellCheck={false}
      maxLength={200}
      {...field}
      value={draft ?? value}
      error={error}
      onChange={setDraft}
      onBlur={commit}
      onKeyDown={(event) => {
        if (isEnter(event)) commit();
        if (event.key === 'Escape') setDraft(null);
      }}
    />
  );
}
