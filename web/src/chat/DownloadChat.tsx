import { Download } from 'lucide-react';
import { downloadConversation } from '../api/chat';
import { useDownload } from '../app/use-download';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';

/** Saves the whole chat as a file. */
export function DownloadChat({ id }: { id: string }) {
  const { t } = useTranslation();
  const { busy, start } = useDownload<'chat'>();
  return (
    <Button
      look="plain"
      size="small"
      busy={busy !== null}
      onClick={() => void start('chat', () => downloadConversation(id))}
    >
      {busy === null && <Download aria-hidden className="size-4" />}
      {t('threads.download')}
    </Button>
  );
}
