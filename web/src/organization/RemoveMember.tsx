import { useState } from 'react';
import { removeMember } from '../api/actions';
import { toErrorMessage } from '../api/errors';
import { useUid } from '../api/keys';
import { revalidateOrganization } from '../api/organization';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { notify } from '../ui/Toaster';

/** The button, and the question it asks first. */
export function RemoveMember({ uid, name }: { uid: string; name: string }) {
  const { t } = useTranslation();
  const adminUid = useUid();
  const [isAsked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);

  async function remove() {
    setBusy(true);
    try {
      await removeMember(uid);
      notify.success(t('organization.removed', { name }));
    } catch (thrown) {
      notify.error(toErrorMessage(t, thrown));
    }
    setAsked(false);
    setBusy(false);
    if (adminUid) await revalidateOrganization(adminUid);
  }

  return (
    <>
      <Button
        look="plain"
        size="small"
        className="-ml-4"
        aria-label={t('organization.removeOf', { name })}
        onClick={() => setAsked(true)}
      >
        {t('organization.remove')}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t('organization.removeTitle')}
          cancel={t('organization.keepMember')}
          confirm={t('organization.removeConfirm')}
          busy={busy}
          onConfirm={() => void remove()}
          onClose={() => setAsked(false)}
        >
          <p className="wrap-anywhere">{t('organization.removeText', { name })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
