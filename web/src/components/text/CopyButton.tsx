import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonLook } from '../../ui/Button';
import { notify } from '../../ui/Toaster';
import { copyText } from './copy-text';

const shownMs = 2000;

/** `label` says what is copied, where there are several of them. */
export function CopyButton({
  text,
  label,
  look = 'outline',
  className,
}: {
  text: string;
  label?: string;
  look?: ButtonLook;
  className?: string;
}) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    if (await copyText(text)) setCopied(true);
    else notify.error(t('text.copyFailed'));
  }

  const Icon = copied ? Check : Copy;
  return (
    <>
      <Button look={look} aria-label={label} className={className} onClick={() => void copy()}>
        <Icon aria-hidden className="size-4 shrink-0" />
        {t(copied ? 'text.copied' : 'text.copy')}
      </Button>
      <span role="status" className="sr-only">
        {copied && t('text.copied')}
      </span>
    </>
  );
}
