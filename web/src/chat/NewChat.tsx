import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { useTranslation } from 'react-i18next';
import { ChatCost } from './ChatCost';
import { ProviderChoice } from './ProviderChoice';

/** A chat without a word in it yet. */
export function NewChat({ provider, isFixed }: { provider: Provider; isFixed: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="mx-auto grid w-full max-w-md content-center gap-6 overflow-y-auto px-4 py-8">
      <h2 className="text-center text-title font-bold">{t('chat.emptyTitle')}</h2>
      {!isFixed && <ProviderChoice />}
      <ChatCost provider={provider} className="text-center" />
    </div>
  );
}
