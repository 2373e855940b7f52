import { Check, Copy } from 'lucide-react';
import { useTranslation } from '../../i18n/translate';
import { useCopy } from '../../text/CopyButton';
import { classes } from '../../ui/classes';

/**
 * An id as it is, cut off where there is no room unless it `wraps`, with a button that copies all of it. In a
 * row that opens it lies above the row's own link. `children` where the id itself is a link.
 */
export function CopyId({
  id,
  children,
  wraps = false,
  className,
}: {
  id: string;
  children?: React.ReactNode;
  wraps?: boolean;
  className?: string;
}) {
  const { t } = useTranslation();
  return (
    <span className={classes('inline-flex max-w-full min-w-0 items-center gap-0.5', className)}>
      <span title={id} className={classes('font-mono font-normal', !wraps && 'truncate')}>
        {children ?? id}
      </span>
      <CopyIdButton id={id} label={t('admin.copyId', { id })} />
    </span>
  );
}

/** The button alone, where the id's text stands in a link. */
export function CopyIdButton({ id, label }: { id: string; label: string }) {
  const { t } = useTranslation();
  const { copied, copy } = useCopy(id);
  const Icon = copied ? Check : Copy;
  return (
    <>
      <button
        type="button"
        aria-label={label}
        title={label}
        onClick={copy}
        className="relative z-10 grid size-7 shrink-0 place-items-center rounded text-ink-soft hover:bg-sunk hover:text-ink pointer-coarse:-my-2.5 pointer-coarse:size-11"
      >
        <Icon aria-hidden className="size-3.5" />
      </button>
      <span role="status" className="sr-only">
        {copied && t('text.copied')}
      </span>
    </>
  );
}
