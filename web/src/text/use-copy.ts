import { useEffect, useState } from 'react';
import { copyText } from '../browser/copy-text';
import { useTranslation } from '../i18n/translate';
import { notify } from '../ui/Toaster';

const shownMs = 2000;

/** `copied` for a moment after it has gone well; a failure is told by itself. */
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
