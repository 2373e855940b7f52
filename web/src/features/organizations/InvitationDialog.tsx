import { useInvitations } from '../../api/invitations';
import { closeDialog } from '../../app/base/dialogs';
import { useTranslation } from '../../i18n/translate';
import { Dialog } from '../../ui/Dialog';
import { InvitationCard } from './InvitationCard';

/** Shows the newest invitation to the verified owner of its address, who joins with one tap. */
export function InvitationDialog() {
  const { t } = useTranslation();
  const { data } = useInvitations();
  const [newest] = data?.invitations ?? [];
  if (!newest) return null;
  return (
    <Dialog
      wide
      open
      onClose={closeDialog}
      title={t('invitation.dialog')}
      closeLabel={t('common.close')}
    >
      <InvitationCard invitation={newest} secret={null} isInDialog onDeclined={closeDialog} />
    </Dialog>
  );
}
