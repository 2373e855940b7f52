import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { api } from '../../api/client';
import { isInProgress, onGenerationChanged, useLatestGenerations } from '../../api/hooks';
import { useInvitations } from '../../api/invitations';
import { useUid } from '../../api/keys';
import { useProfile } from '../../api/profile';
import { openInvitation, useOpenDialog } from '../base/dialogs';
import { useAction } from '../base/use-action';
import { storage } from '../../browser/storage';
import { isImageMode } from '@sachet/shared/tools';
import { useLanguage } from '../../i18n/language';
import { useTranslation } from '../../i18n/translate';
import { paths } from '../base/paths';
import { useSession } from '../session/session';
import {
  isInstalled,
  isIos,
  markReady,
  readPushState,
  startPush,
  usePushIsOn,
  useTitleIsOn,
} from '../../features/people/ready/notices';
import { Button } from '../../ui/Button';
import { notify } from '../../ui/Toaster';

/**
 * Notices for a signed-in user. They appear only after data has been read, so they are placed above the bars
 * at the lower edge and move no content. The box has a fixed place and height: a later notice grows upwards
 * and does not move an earlier one. A wide screen has them on the right, because forms and their buttons are on the
 * left.
 */
export function LowerNotices() {
  // A new session, and a verified address, may have invitations that were not known before.
  const session = JSON.stringify(useSession());
  useVerificationElsewhere();
  return (
    <div className="lower-notices pointer-events-none fixed inset-x-0 bottom-[calc(var(--lower-edge)+var(--lower-bar))] z-30 flex h-[40svh] flex-col gap-2 overflow-y-auto p-3 empty:hidden *:pointer-events-auto *:shrink-0 *:rounded-xl *:border *:border-edge *:bg-packet *:px-4 *:text-note *:shadow-[0_8px_24px_var(--shade)] *:first:mt-auto md:left-auto md:w-md md:max-w-full md:pr-6">
      <InvitationBanner key={session} />
      <ReadyWatch />
      <InstallPrompt />
    </div>
  );
}

/** Checks, when the user comes back, whether the email's link was opened in another tab. */
function useVerificationElsewhere(): void {
  const session = useSession();
  const isUnverified =
    session.status === 'signed-in' && session.email !== null && !session.emailVerified;
  useEffect(() => {
    if (!isUnverified) return undefined;
    async function check(): Promise<void> {
      const { checkVerification } = await import('../../features/people/auth/sign-in');
      await checkVerification();
    }
    // Offline: the next return checks again.
    const onFocus = () => void check().catch(() => undefined);
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, [isUnverified]);
}

/** The invitation that was last opened for a user of this browser. */
const openedKey = 'sachet.invitation-opened';

/**
 * Opens an invitation that the user can accept, once: as soon as the user signs up, verifies the address, logs
 * in or loads the page. Afterwards, and for one that arrives later, it is shown in a line.
 */
function InvitationBanner() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const uid = useUid();
  const { data } = useInvitations();
  const { data: profile } = useProfile();
  const dialog = useOpenDialog();
  const isSettled = useRef(false);
  const [newest] = data?.invitations ?? [];
  const isMember = profile?.organizationId !== null;
  const isKnown = data !== undefined && profile != null && dialog === null;
  const name = `${uid}/${newest?.id}`;
  useEffect(() => {
    if (!isKnown || isSettled.current) return;
    isSettled.current = true;
    if (!newest || isMember || storage.read(openedKey) === name) return;
    storage.write(openedKey, name);
    if (pathname !== paths.invitation) openInvitation();
  }, [isKnown, newest, isMember, name, pathname]);
  if (!newest || isMember || pathname === paths.invitation) return null;
  const { organizationName } = newest;
  return (
    <p className="wrap-anywhere">
      <Link
        to={paths.invitation}
        className="inline-flex min-h-11 flex-wrap items-center gap-x-2 py-2 hover:underline"
      >
        <span>
          {organizationName
            ? t('invitation.banner', { name: organizationName })
            : t('invitation.bannerNameless')}
        </span>{' '}
        <span className="font-bold underline underline-offset-2">{t('invitation.look')}</span>
      </Link>
    </p>
  );
}

/** Marks the tab's title when a picture is ready, and offers notices while the user waits for one. */
export function ReadyWatch() {
  return (
    <>
      <TitleMark />
      <PushOffer />
    </>
  );
}

function TitleMark() {
  const { t } = useTranslation();
  const isOn = useTitleIsOn();
  const word = t('ready.tabReady');
  useEffect(() => {
    if (!isOn) return undefined;
    return onGenerationChanged((id) => {
      if (document.visibilityState === 'visible') return;
      void api('GET /api/generation', { query: { id } })
        .then((generation) => {
          const isDone = generation.status === 'ready' && !isInProgress(generation);
          if (isDone && isImageMode(generation.mode)) markReady(word);
        })
        .catch(() => undefined);
    });
  }, [isOn, word]);
  return null;
}

/** The answer to the offer: it is made once. */
const pushKey = 'sachet.push-asked';

/** A picture that is made faster needs no notice. */
const waitedMs = 6_000;

/** Never on load: only while a picture takes its time, and not again after an answer. */
function PushOffer() {
  const [isAnswered, setAnswered] = useState(
    () => storage.read(pushKey) !== null || readPushState() !== 'available',
  );
  const uid = useUid();
  const isOn = usePushIsOn(uid);
  if (isAnswered || isOn || uid === null) return null;
  return <WaitingOffer uid={uid} onAnswer={() => setAnswered(true)} />;
}

function WaitingOffer({ uid, onAnswer }: { uid: string; onAnswer: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data } = useLatestGenerations();
  const isWaiting =
    data?.items.some((each) => isImageMode(each.mode) && isInProgress(each)) ?? false;
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setLong(true), waitedMs);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isWaiting]);

  function answer() {
    storage.write(pushKey, 'true');
    onAnswer();
  }
  const start = useAction(
    async () => {
      const isOn = await startPush(uid, language);
      if (isOn) notify.success(t('ready.on'));
      answer();
    },
    { toast: true, toMessage: () => t('ready.failed') },
  );
  if (!isLong) return null;
  return (
    <section
      aria-label={t('ready.title')}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2"
    >
      <p className="min-w-0 flex-1 basis-44 leading-snug font-semibold text-pretty">
        {t('ready.ask')}
      </p>
      <div className="flex gap-2">
        <Button size="small" busy={start.busy} onClick={() => void start.run()}>
          {t('ready.askYes')}
        </Button>
        <Button size="small" look="plain" disabled={start.busy} onClick={answer}>
          {t('studioCommon.notNow')}
        </Button>
      </div>
    </section>
  );
}

/** Chromium's offer to install. `first-paint.js` keeps the event, because it comes before this code. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

declare global {
  var sachetInstall: InstallEvent | undefined;
}

/** Shown once on this browser. */
const installKey = 'sachet.install-asked';

/** After the first purchase: the offer to put Sachet on the home screen. */
export function InstallPrompt() {
  const { data: profile } = useProfile();
  const [isOver, setOver] = useState(() => storage.read(installKey) !== null || isInstalled());
  if (isOver || !profile || profile.lifetimeSpent === 0) return null;
  const event = globalThis.sachetInstall;
  if (!event && !isIos()) return null;
  return (
    <InstallOffer
      event={event}
      onClose={() => {
        storage.write(installKey, 'true');
        setOver(true);
      }}
    />
  );
}

function InstallOffer({
  event,
  onClose,
}: {
  event: InstallEvent | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('install.title')} className="grid gap-2 py-3">
      <div>
        <p className="font-semibold">{t('install.title')}</p>
        <p className="leading-snug text-pretty text-ink-soft">
          {t(event ? 'install.text' : 'install.ios')}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {event && (
          <Button
            size="small"
            onClick={() => {
              // The event can be used once, for either answer.
              globalThis.sachetInstall = undefined;
              void event.prompt().finally(onClose);
            }}
          >
            {t('install.add')}
          </Button>
        )}
        <Button size="small" look="outline" onClick={onClose}>
          {t('studioCommon.notNow')}
        </Button>
      </div>
    </section>
  );
}
