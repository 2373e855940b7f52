import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useUid } from '../api/keys';
import { useProfile } from '../api/profile';
import { useOpenDialog } from '../app/dialogs';
import { dropPending, usePending } from '../app/pending';
import { sendMessage } from '../chat/chat-client';
import { ChatOverlay } from '../chat/ChatOverlay';
import { ChatStart } from '../chat/ChatStart';
import { useLanguage } from '../i18n/language';
import { overPage, paths } from '../paths';
import { loadMarkdown } from '../text/MarkdownText';
import { AskBoth } from './AskBoth';
import { GeneralHeading } from './GeneralHeading';

/** General mode: a chat with one provider, or one question to both; and the chat window over them. */
export function GeneralTool() {
  const [params] = useSearchParams();
  const pending = usePending();
  const open = params.get('chat');
  usePendingChat();
  useEffect(() => void loadMarkdown().catch(() => undefined), []);

  // What waits for a sign-in goes on where it was asked.
  const isWaiting = pending?.kind === 'generate' && pending.requests[0]?.mode === 'general';
  const isBoth = params.get('ask') === 'both' || Boolean(params.get('results')) || isWaiting;
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-y-5 pt-6 md:pt-8 lg:grid-cols-[minmax(0,27rem)_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-x-14 xl:grid-cols-[minmax(0,30rem)_minmax(0,1fr)]">
        <GeneralHeading way={isBoth ? 'both' : 'chat'} />
        {isBoth ? <AskBoth /> : <ChatStart />}
      </div>
      {open && <ChatOverlay open={open} from={params.get('from')} />}
    </>
  );
}

/** What was to be said before signing in is said once there is a profile and no dialog in the way. */
function usePendingChat(): void {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const language = useLanguage();
  const uid = useUid();
  const pending = usePending();
  const { data: profile } = useProfile();
  const dialog = useOpenDialog();
  const isReady = Boolean(profile) && dialog === null;

  useEffect(() => {
    if (!isReady || !uid || pending?.kind !== 'chat') return;
    dropPending();
    const { provider, prompt } = pending;
    sendMessage({ uid, chat: 'new', provider, prompt, language });
    void navigate(paths.chat(params, 'new'), { state: overPage });
  }, [isReady, uid, pending, language, navigate, params]);
}
