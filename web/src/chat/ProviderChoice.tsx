import { Provider } from '@sachet/shared/contracts/vocabulary';
import { useCanServe } from '../api/hooks';
import { providerName } from '../app/provider';
import { useTranslation } from '../i18n/translate';
import { Segmented } from '../ui/Segmented';
import { chooseChatProvider, useChatProvider } from './use-chat-provider';

export function ProviderChoice() {
  const { t } = useTranslation();
  const canServe = useCanServe();
  const able = Provider.options.filter((provider) => canServe(provider, 'texts'));
  return (
    <Segmented
      legend={t('chat.provider')}
      value={useChatProvider()}
      onChange={chooseChatProvider}
      segments={able.map((provider) => ({
        value: provider,
        label: providerName[provider],
      }))}
    />
  );
}
