import { formatRupees } from '@sachet/shared/money';
import { LockKeyhole } from 'lucide-react';
import { useWallet } from '../api/hooks';
import { useProfile } from '../api/profile';
import { openVerify } from '../app/dialogs';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';

/** Shows the part of the balance that cannot be spent yet, and how to unlock it. */
export function LockedBonus() {
  const { t } = useTranslation();
  const { data: wallet } = useWallet();
  const { data: profile } = useProfile();
  if (!wallet || wallet.locked === 0 || !profile) return null;
  const amount = formatRupees(wallet.locked);
  const canVerify = profile.email !== null && !profile.emailVerified;
  return (
    <div className="flex w-0 min-w-full flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl bg-sunk py-3 pr-3 pl-4 text-note">
      <p className="flex min-w-0 flex-1 basis-48 items-center gap-2.5 font-semibold">
        <LockKeyhole aria-hidden className="size-4 shrink-0" />
        {t(canVerify ? 'wallet.locked' : 'wallet.lockedOther', { amount })}
      </p>
      {canVerify && (
        <Button look="outline" onClick={() => openVerify()}>
          {t('wallet.verify')}
        </Button>
      )}
    </div>
  );
}
