import { formatPrice, formatRupees } from '@sachet/shared/money';
import { useState, type FormEvent } from 'react';
import { Link } from 'react-router-dom';
import { api } from '../../../api/client';
import { revalidateWallet } from '../../../api/hooks';
import { useUid } from '../../../api/keys';
import { useApi } from '../../../api/use-api';
import { useAction } from '../../../app/base/use-action';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { Button, buttonClasses } from '../../../ui/Button';
import { TextField } from '../../../ui/Field';
import { notify } from '../../../ui/Toaster';
import { Section } from '../../../ui/Section';

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
          {t('studioCommon.bringFriend')}
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

/** Redeems a gift code into the wallet. */
export function GiftCode() {
  const { t } = useTranslation();
  const uid = useUid();
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const redeem = useAction(async () => {
    const { amount } = await api('POST /api/gift-code', { body: { code } });
    setCode('');
    notify.success(t('gift.done', { amount: formatRupees(amount) }));
    if (uid) await revalidateWallet(uid);
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const isEmpty = code.trim() === '';
    setMissing(isEmpty);
    if (!isEmpty) void redeem.run();
  }

  return (
    <Section title={t('gift.title')}>
      <form noValidate className="grid gap-3" onSubmit={submit}>
        <TextField
          label={t('gift.code')}
          hint={t('gift.hint')}
          error={isMissing ? t('gift.empty') : (redeem.error ?? undefined)}
          value={code}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="xxxx-xxxx-xxxx-xxxx"
          inputClassName="font-semibold tabular-nums"
          onChange={({ target }) => {
            setCode(target.value);
            setMissing(false);
            redeem.clearError();
          }}
        />
        <Button type="submit" look="outline" className="justify-self-start" busy={redeem.busy}>
          {t('gift.redeem')}
        </Button>
      </form>
    </Section>
  );
}
