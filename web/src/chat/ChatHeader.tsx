import { History, X } from 'lucide-react';
import { providerName } from '../app/provider';
import { useTranslation } from '../i18n/translate';
import { Button, IconButton } from '../ui/Button';
import { WalletPill } from '../wallet/WalletPill';
import { ProviderMark } from './ProviderMark';
import type { Chat } from './use-chat';

/** What is open, with whom, what is in the wallet, and the ways out. */
export function ChatHeader({
  titleId,
  title,
  chat: { provider, modelName },
  isSideShown,
  onSide,
  onSheet,
  onClose,
}: {
  titleId: string;
  title: string;
  chat: Chat;
  isSideShown: boolean;
  onSide: () => void;
  onSheet: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <header className="@container flex min-h-16 flex-wrap items-center justify-end gap-1 border-b border-fold px-2 py-1 sm:gap-2 sm:px-4">
      <ProviderMark provider={provider} className="ml-1 max-sm:hidden" />
      <div className="mr-auto min-w-0 flex-1 basis-16 pl-2 sm:pl-1">
        <h2 id={titleId} className="truncate font-bold" title={title}>
          {title}
        </h2>
        <p className="truncate text-note text-ink-soft">
          {providerName[provider]}
          {modelName && ` · ${modelName}`}
        </p>
      </div>
      <WalletPill />
      <IconButton label={t('chat.showPrevious')} onClick={onSheet} className="lg:hidden">
        <History className="size-5" />
      </IconButton>
      <Button
        look="plain"
        aria-pressed={isSideShown}
        onClick={onSide}
        size="small"
        className="max-lg:hidden"
      >
        <History aria-hidden className="size-4" />
        {t(isSideShown ? 'chat.hidePrevious' : 'chat.showPrevious')}
      </Button>
      <IconButton label={t('chat.closeNew')} onClick={onClose} className="lg:hidden">
        <X className="size-5" />
      </IconButton>
      <Button look="plain" onClick={onClose} size="small" className="max-lg:hidden">
        <X aria-hidden className="size-4" />
        {t('chat.closeNew')}
      </Button>
    </header>
  );
}
