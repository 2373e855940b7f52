import { Check, Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonLook } from '../ui/Button';
import { useCopy } from './use-copy';

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
  const { copied, copy } = useCopy(text);
  const Icon = copied ? Check : Copy;
  return (
    <>
      <Button look={look} aria-label={label} className={className} onClick={copy}>
        <Icon aria-hidden className="size-4 shrink-0" />
        {t(copied ? 'text.copied' : 'text.copy')}
      </Button>
      <span role="status" className="sr-only">
        {copied && t('text.copied')}
      </span>
    </>
  );
}
