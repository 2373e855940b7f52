import type { Friend, Friends, FriendTerms } from '@sachet/shared/people/contracts/growth';
import { formatPrice } from '@sachet/shared/money';
import { Check, Hourglass, MessageCircle, UserPlus, X } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '../../../api/use-api';
import { Loaded } from '../../../app/base/Loaded';
import { usePageTitle } from '../../../browser/page-title';
import { useLanguage } from '../../../i18n/language';
import { formatDay } from '../../../i18n/time';
import { useTranslation } from '../../../i18n/translate';
import { CopyButton } from '../../studio/text/CopyButton';
import { buttonClasses } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { EmptyState } from '../../../ui/EmptyState';
import { Notice } from '../../../ui/Notice';
import { NumberedSteps } from '../../../ui/NumberedSteps';
import { Skeleton } from '../../../ui/Skeleton';
import { Section } from '../../../ui/Section';

// One chunk for both pages: the first load has the name of each chunk.
export { FriendLinkPage } from './FriendLinkPage';

/** The user's link, what both get and when, and the friends so far. */
export function FriendsPage() {
  const { t } = useTranslation();
  usePageTitle(t('studioCommon.bringFriend'));
  const read = useApi('GET /api/friends');
  return (
    <div className="grid reading gap-8 px-4 pt-8 sm:px-6 md:pt-12">
      <h1 className="text-title font-bold">{t('studioCommon.bringFriend')}</h1>
      <Loaded
        read={read}
        failed={t('friends.failed')}
        loading={
          <>
            <Skeleton className="h-80 w-full" />
            <Skeleton className="h-40 w-full" />
          </>
        }
      >
        {(data) => (
          <>
            {data.broughtBy && <BroughtBy friend={data.broughtBy} terms={data.terms} />}
            {data.terms.isOn ? (
              <Share code={data.code} terms={data.terms} />
            ) : (
              <Notice>{t('friends.off')}</Notice>
            )}
            <Steps terms={data.terms} />
            <List data={data} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function Share({ code, terms }: { code: string; terms: FriendTerms }) {
  const { t } = useTranslation();
  const link = `${location.origin}/friend?code=${code}`;
  const theirs = formatPrice(terms.friendGets);
  const message = t('friends.shareText', { theirs, link });
  return (
    <section className="grid gap-5 rounded-xl border border-fold bg-packet px-4 py-5 sm:px-6">
      <dl className="grid fit-columns-7.5 gap-4">
        <Amount name={t('friends.yours')} rupees={terms.inviterGets} />
        <Amount name={t('friends.theirs')} rupees={terms.friendGets} />
      </dl>
      <div className="grid gap-1 border-t border-dashed border-edge pt-4">
        <p className="text-note font-semibold text-ink-soft">{t('friends.link')}</p>
        <p className="font-semibold wrap-anywhere select-all">{link}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <a
          href={`https://wa.me/?text=${encodeURIComponent(message)}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClasses({ className: 'max-sm:w-full' })}
        >
          <MessageCircle aria-hidden className="size-4" />
          {t('friends.whatsApp')}
        </a>
        <CopyButton text={link} label={t('friends.copyLink')} className="max-sm:w-full" />
      </div>
    </section>
  );
}

function Amount({ name, rupees }: { name: string; rupees: number }) {
  return (
    <div>
      <dt className="text-note font-semibold text-ink-soft">{name}</dt>
      <dd className="money figure-display font-extrabold tight">{formatPrice(rupees)}</dd>
    </div>
  );
}

function Steps({ terms }: { terms: FriendTerms }) {
  const { t } = useTranslation();
  const steps = [
    t('friends.step1'),
    t('friends.step2', { minimum: formatPrice(terms.minimumTopUp) }),
    t('friends.step3', { days: terms.windowDays, minimum: formatPrice(terms.minimumTopUp) }),
  ];
  return (
    <Section title={t('friends.how')}>
      <NumberedSteps steps={steps} />
      <p className="text-note text-pretty text-ink-soft">
        {t('friends.fine', { count: terms.friendsAtMost })}
      </p>
    </Section>
  );
}

function List({ data: { friends, earned, terms } }: { data: Friends }) {
  const { t } = useTranslation();
  return (
    <Section
      title={t('friends.list')}
      end={
        earned.amount > 0 && (
          <p className="money font-bold text-leaf">
            {t('friends.earned', { amount: formatPrice(earned.amount) })}
          </p>
        )
      }
    >
      {friends.length === 0 ? (
        <EmptyState title={t('friends.none')}>{t('friends.noneText')}</EmptyState>
      ) : (
        <ul className="rounded-xl border border-fold bg-packet">
          {friends.map((friend) => (
            <Row key={`${friend.joinedAt} ${friend.firstName}`} friend={friend} terms={terms} />
          ))}
        </ul>
      )}
    </Section>
  );
}

const icons = { joined: UserPlus, waiting: Hourglass, credited: Check, ended: X } as const;

function Row({ friend, terms }: { friend: Friend; terms: FriendTerms }) {
  const { t } = useTranslation();
  const state = useStateInWords(friend, terms, 'mine');
  const Icon = icons[friend.state];
  const isGain = friend.state === 'credited' && friend.without === null;
  return (
    <li className="grid grid-cols-[2.75rem_minmax(0,1fr)] items-center gap-3 border-b border-dashed border-fold px-4 py-3 last:border-b-0 sm:px-5">
      <span
        aria-hidden
        className={classes(
          'grid size-11 place-items-center rounded-lg bg-sunk',
          isGain ? 'text-leaf' : 'text-ink-soft',
        )}
      >
        <Icon className="size-5" />
      </span>
      <div>
        <p className="font-semibold wrap-anywhere">{friend.firstName ?? t('friends.someone')}</p>
        <p className="text-note text-pretty text-ink-soft">{state}</p>
      </div>
    </li>
  );
}

/** The friend's side: what the user gets themselves. */
function BroughtBy({ friend, terms }: { friend: Friend; terms: FriendTerms }) {
  const { t } = useTranslation();
  const state = useStateInWords(friend, terms, 'own');
  return (
    <section className="rounded-xl bg-marigold-wash px-4 py-3">
      <h2 className="font-semibold wrap-anywhere">
        {t('friends.broughtBy', { name: friend.firstName ?? t('friends.someone') })}
      </h2>
      <p className="text-pretty">{state}</p>
    </section>
  );
}

/** The state in words: for the inviter (`mine`), or for the friend (`own`). */
function useStateInWords(
  friend: Friend,
  { windowDays }: FriendTerms,
  whose: 'mine' | 'own',
): string {
  const { t } = useTranslation();
  const language = useLanguage();
  const [nowMs] = useState(() => Date.now());
  const amount = formatPrice(friend.amount);
  const minimum = formatPrice(friend.minimumTopUp);
  const isOwn = whose === 'own';
  switch (friend.state) {
    case 'joined':
      return isOwn
        ? t('friends.ownJoined', { minimum, days: windowDays, amount })
        : t('friends.joined', { minimum });
    case 'waiting': {
      const { creditOn } = friend;
      if (creditOn === null || Date.parse(creditOn) < nowMs) {
        return isOwn
          ? t('friends.ownWaitingLate', { amount })
          : t('friends.waitingLate', { amount, minimum });
      }
      const day = formatDay(creditOn, language);
      return isOwn
        ? t('friends.ownWaiting', { amount, day })
        : t('friends.waiting', { amount, day, minimum });
    }
    case 'credited':
      if (friend.without === 'capped') return t('friends.capped');
      if (friend.without === 'unspent') return t('friends.unspent');
      if (friend.without === 'closed') return t('friends.inviterClosed');
      return t(isOwn ? 'friends.ownCredited' : 'friends.credited', { amount });
    case 'ended':
      return t(`friends.${friend.because ?? 'closed'}`);
    default:
      return friend.state satisfies never;
  }
}
