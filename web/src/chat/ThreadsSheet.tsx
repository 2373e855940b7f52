import { useTranslation } from '../i18n/translate';
import { Dialog } from '../ui/Dialog';
import { ThreadsPanel } from './ThreadsPanel';

/** The saved conversations where there is no room for them beside the chat. */
export function ThreadsSheet({
  current,
  onClose,
  onOpen,
  onGone,
}: {
  current: string | null;
  onClose: () => void;
  onOpen: (conversationId: string) => void;
  onGone?: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Dialog open onClose={onClose} title={t('threads.title')} closeLabel={t('shell.close')}>
      <div className="-mx-2 min-h-[50svh]">
        <ThreadsPanel
          id="threads-sheet"
          hideTitle
          current={current}
          onOpen={onOpen}
          onGone={onGone}
        />
      </div>
    </Dialog>
  );
}
