import type { InvitationAnswerRequest } from '@sachet/shared/contracts/invitation';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { mutate } from 'swr';
import { acceptInvitation, refuseInvitation } from '../api/actions';
import { toErrorMessage } from '../api/errors';
import { isFailure } from '../api/failure';
import { revalidateEverything } from '../api/hooks';
import { useUid } from '../api/keys';
import { useTranslation } from '../i18n/translate';
import { paths } from '../paths';
import { notify } from '../ui/Toaster';

type Action = InvitationAnswerRequest['action'];

/** An answered invitation leaves the screen: its address, and what is open, are read again. */
export function useAnswer(invitation: InvitationAnswerRequest['invitation']) {
  const { t } = useTranslation();
  const uid = useUid();
  const navigate = useNavigate();
  const [busy, setBusy] = useState<Action | null>(null);

  async function answer(action: Action): Promise<void> {
    setBusy(action);
    try {
      if (action === 'accept') {
        const { organizationName } = await acceptInvitation(invitation);
        notify.success(t('invitation.accepted', { name: organizationName }));
      } else {
        await refuseInvitation(action, invitation);
        notify.success(t(action === 'report' ? 'invitation.reported' : 'invitation.declined'));
      }
      await navigate(action === 'accept' ? paths.wallet : paths.invitation, { replace: true });
    } catch (thrown) {
      notify.error(
        isFailure(thrown, 'not_found') ? t('invitation.gone') : toErrorMessage(t, thrown),
      );
      if ('secret' in invitation) await mutate(['/api/invitation', invitation.secret]);
    } finally {
      setBusy(null);
    }
    if (uid) await revalidateEverything(uid);
  }

  return { busy, answer };
}
