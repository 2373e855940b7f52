import { Check, Copy } from 'lucide-react';
import { type ComponentProps, useEffect, useState } from 'react';
import { copyText } from '../../../browser/copy-text';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { notify } from '../../../ui/Toaster';

/**
 * A button that copies a text. If `text` is a function, it is called when the button is pressed. `label`
 * distinguishes several buttons.
 */
export function CopyButton({
  text,
  label,
  look = 'outline',
  ...variant
}: {
  text: string | (() => Promise<string>);
  label?: string;
} & Pick<ComponentProps<typeof Button>, 'look' | 'size' | 'className'>) {
  const { t } = useTranslation();
  const { copied, copy } = useCopy(text);
  const Icon = copied ? Check : Copy;
  return (
    <>
      <Button {...variant} look={look} aria-label={label} onClick={copy}>
        <Icon aria-hidden className="size-4 shrink-0" />
        {t(copied ? 'text.copied' : 'text.copy')}
      </Button>
      <span role="status" className="sr-only">
        {copied && t('text.copied')}
      </span>
    </>
  );
}

const shownMs = 2000;

/** Copies a text. `copied` is true for two seconds afterwards; a failure is shown as a toast. */
export function useCopy(text: string | (() => Promise<string>)): {
  copied: boolean;
  copy: () => void;
} {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy(): Promise<void> {
    const words = typeof text === 'string' ? text : await text();
    if (await copyText(words)) setCopied(true);
    else notify.error(t('text.copyFailed'));
  }
  return { copied, copy: () => void copy() };
}
