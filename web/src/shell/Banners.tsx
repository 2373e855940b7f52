import { formatPrice } from '@sachet/shared/money';
import { useConfig } from '../api/hooks';
import { advertisedBonusRupees } from '../app/bonus';
import { useTranslation } from '../i18n/translate';
import { useSession } from '../session/session';
import { SignUpForm } from './SignUpForm';

export function Banners() {
  const { t } = useTranslation();
  const session = useSession();
  const { data: config } = useConfig();
  const amount = formatPrice(config?.signupBonus ?? advertisedBonusRupees);
  return (
    <>
      <p className="bg-band px-2 py-0.5 text-center text-note text-on-band sm:px-4 sm:py-2">
        {t('shell.providers')}
      </p>
      {session.status === 'signed-out' && (
        <SignUpForm data-signed-out>
          <button
            type="submit"
            className="min-h-11 w-full bg-marigold-wash px-2 py-1 text-center text-note hover:underline sm:px-4"
          >
            <span className="font-bold">{t('shell.bonus', { amount })}</span>{' '}
            <span>{t('shell.bonusNote')}</span>
          </button>
        </SignUpForm>
      )}
    </>
  );
}
