import { useEffect, useState } from 'react';
import { useTranslation } from '../i18n/translate';

/** docs/product.md, Numbers. */
const rotationMs = 3000;
const messages = ['loading1', 'loading2', 'loading3', 'loading4'] as const;

/** What is said while a text is written; another one every 3 s. */
export function useLoadingMessage(): string {
  const { t } = useTranslation();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTurn((current) => current + 1), rotationMs);
    return () => clearInterval(timer);
  }, []);
  return t(`text.${messages[turn % messages.length] ?? 'loading1'}`);
}
