import { Provider } from '@sachet/shared/contracts/vocabulary';
import { providerName } from '../app/provider';
import { useTranslation } from '../i18n/translate';
import { Segmented } from '../ui/Segmented';
import { chooseChatProvider, useChatProvider } from './use-chat-provider';

export function ProviderChoice() {
  const { t } = useTranslation();
  return (
    <Segmented
      legend={t('chat.provider')}
      value={useChatProvider()}
      onChange={chooseChatProvider}
      segments={Provider.options.map((provider) => ({
        value: provider,
        label: providerName[provider],
      }))}
    />
  );
}
