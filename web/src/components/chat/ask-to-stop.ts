import { t } from 'i18next';
import { stopChat } from '../../api/chat';
import { errorWords } from '../../api/errors';
import { isFailure } from '../../api/failure';
import { notify } from '../../ui/Toaster';
import { changeReply } from './chat-state';

export async function askToStop(key: string, turnId: string): Promise<void> {
  try {
    await stopChat(turnId);
  } catch (thrown) {
    // It came to its end a moment before, or the button is there to be pressed again.
    changeReply(key, { isStopping: false });
    if (isFailure(thrown, 'no_free_cancels')) notify.info(errorWords(t, thrown));
  }
}
