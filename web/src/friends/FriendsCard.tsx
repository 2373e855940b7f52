import { formatPrice } from '@sachet/shared/money';
import { Link } from 'react-router-dom';
import { useApi } from '../api/use-api';
import { useTranslation } from '../i18n/translate';
import { paths } from '../paths';
import { buttonClasses } from '../ui/Button';

/** Both amounts and the way to the link. Absent while the offer is paused and no friend came. */
export function FriendsCard() {
  const { t } = useTranslation();
  const { data } = useApi('GET /api/friends');
  if (!data || (!data.terms.isOn && data.friends.length === 0 && !data.broughtBy)) return null;
  const { inviterGets, friendGets } = data.terms;
  return (
    <section
      aria-labelledby="friends-title"
      className="grid justify-items-start gap-3 rounded-xl border border-fold bg-packet px-4 py-4 sm:px-5"
    >
      <div>
        <h2 id="friends-title" className="text-lead font-bold">
          {t('friends.title')}
        </h2>
        <p className="text-pretty text-ink-soft">
          {t('friends.lead', { mine: formatPrice(inviterGets), theirs: formatPrice(friendGets) })}
        </p>
      </div>
      <Link to={paths.friends} className={buttonClasses({ look: 'outline', size: 'small' })}>
        {t('friends.getLink')}
      </Link>
    </section>
  );
}
