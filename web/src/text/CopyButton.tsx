import { Check, Copy } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';
import { useCopy } from './use-copy';

/** A text that takes work to make is made when it is copied. `label` says what is copied, where there are several of them. */
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
