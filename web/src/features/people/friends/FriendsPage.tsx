import type { Friend, Friends, FriendTerms } from '@sachet/shared/people/contracts/growth';
import { formatPrice } from '@sachet/shared/money';
import { Check, Copy, Hourglass, MessageCircle, UserPlus, X } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '../../../api/use-api';
import { Loaded } from '../../../app/base/Loaded';
import { usePageTitle } from '../../../browser/page-title';
import { useLanguage } from '../../../i18n/language';
import { formatDay } from '../../../i18n/time';
import { useTranslation } from '../../../i18n/translate';
import { useCopy } from '../../studio/text/CopyButton';
import { Button, buttonClasses } from '../../../ui/Button';
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
    <div className="mx-auto grid max-w-7xl gap-6 px-4 pt-8 sm:px-6 md:pt-12">
      <h1 className="text-title font-extrabold md:text-display md:tight">
        {t('studioCommon.bringFriend')}
      </h1>
      <Loaded
        read={read}
        failed={t('friends.failed')}
        loading={
          <>
            <Skeleton className="h-80 w-full max-w-3xl" />
            <Skeleton className="h-40 w-full max-w-3xl" />
          </>
        }
      >
        {(data) => (
          <div className="grid grid-cols-1 items-start gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,45rem)_minmax(0,1fr)]">
            <div className="grid gap-8">
              {data.broughtBy && <BroughtBy friend={data.broughtBy} terms={data.terms} />}
              {data.terms.isOn ? (
                <Share code={data.code} terms={data.terms} />
              ) : (
                <Notice>{t('friends.off')}</Notice>
              )}
              <List data={data} />
            </div>
            <Steps terms={data.terms} />
          </div>
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
  const [words, after = ''] = message.split(link);
  return (
    <section className="grid gap-5 rounded-xl border border-fold bg-packet px-4 py-5 sm:px-6 sm:py-6">
      <dl className="grid fit-columns-7.5 gap-4">
        <Amount name={t('friends.yours')} rupees={terms.inviterGets} />
        <Amount name={t('friends.theirs')} rupees={terms.friendGets} />
      </dl>
      <figure className="grid gap-1.5 border-t border-dashed border-edge pt-4">
        <figcaption className="text-note font-semibold text-ink-soft">
          {t('friends.message')}
        </figcaption>
        <blockquote className="max-w-lg justify-self-start rounded-xl rounded-tl-sm bg-leaf-wash px-4 py-3 text-pretty">
          {words}
          <span className="font-semibold wrap-anywhere select-all">{link}</span>
          {after}
        </blockquote>
      </figure>
      <div className="flex flex-wrap gap-3">
        <a
          href={`https://wa.me/?text=${encodeURIComponent(message)}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClasses({ size: 'large', className: 'max-sm:w-full' })}
        >
          <MessageCircle aria-hidden className="size-5" />
          {t('friends.whatsApp')}
        </a>
        <CopyLink link={link} />
      </div>
    </section>
  );
}

function CopyLink({ link }: { link: string }) {
  const { t } = useTranslation();
  const { copied, copy } = useCopy(link);
  const Icon = copied ? Check : Copy;
  return (
    <>
      <Button look="outline" size="large" className="max-sm:w-full" onClick={copy}>
        <Icon aria-hidden className="size-5" />
        {t(copied ? 'text.copied' : 'friends.copyLink')}
      </Button>
      <span role="status" className="sr-only">
        {copied && t('text.copied')}
      </span>
    </>
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

/** How far a friend has come: signed up, topped up, credited. */
const stepsDone = { joined: 1, waiting: 2, credited: 3, ended: 0 } as const;

function Row({ friend, terms }: { friend: Friend; terms: FriendTerms }) {
  const { t } = useTranslation();
  const state = useStateInWords(friend, terms, 'mine');
  const Icon = icons[friend.state];
  const isGain = friend.state === 'credited' && friend.without === null;
  const done = stepsDone[friend.state];
  return (
    <li className="grid grid-cols-[2.75rem_minmax(0,1fr)] items-start gap-3 border-b border-dashed border-fold px-4 py-3.5 last:border-b-0 sm:px-5">
      <span
        aria-hidden
        className={classes(
          'grid size-11 place-items-center rounded-lg bg-sunk',
          isGain ? 'text-leaf' : 'text-ink-soft',
        )}
      >
        <Icon className="size-5" />
      </span>
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{friend.firstName ?? t('friends.someone')}</p>
        <p className="text-note text-pretty text-ink-soft">{state}</p>
        {done > 0 && (
          // The sentence above says the same.
          <span aria-hidden className="mt-2 grid max-w-48 grid-cols-3 gap-1">
            {[1, 2, 3].map((step) => (
              <span
                key={step}
                className={classes(
                  'h-1.5 rounded-full',
                  step > done ? 'bg-sunk' : isGain ? 'bg-leaf' : 'bg-ink-soft',
                )}
              />
            ))}
          </span>
        )}
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
