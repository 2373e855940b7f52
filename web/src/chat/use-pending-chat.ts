import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useProfile } from '../api/hooks';
import { useUid } from '../api/keys';
import { dropPending, usePending } from '../app/pending';
import { useLanguage } from '../i18n/language';
import { paths } from '../paths';
import { useOpenDialog } from '../app/dialogs';
import { sendMessage } from './chat-client';

/** What was to be said before signing in is said once there is a profile and no dialog in the way. */
export function usePendingChat(): void {
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
    void navigate(paths.chat(params, 'new'));
  }, [isReady, uid, pending, language, navigate, params]);
}
