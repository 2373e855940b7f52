import { useEffect, useState } from 'react';
import { api } from '../api/client';
import { isUnderWay, onGenerationChanged, useLatestGenerations } from '../api/hooks';
import { useUid } from '../api/keys';
import { useAction } from '../app/use-action';
import { storage } from '../browser/storage';
import { isImageMode } from '../generation/request';
import { useLanguage } from '../i18n/language';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';
import { notify } from '../ui/Toaster';
import { markReady, readPushState, startPush, usePushIsOn, useTitleIsOn } from './notices';

/** Marks the tab's title when a picture is ready, and offers notices while the user waits for one. */
export function ReadyWatch() {
  return (
    <>
      <TitleMark />
      <Offer />
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
          const isDone = generation.status === 'ready' && !isUnderWay(generation);
          if (isDone && isImageMode(generation.mode)) markReady(word);
        })
        .catch(() => undefined);
    });
  }, [isOn, word]);
  return null;
}

/** The answer to the offer: it is made once. */
const key = 'sachet.push-asked';

/** A picture that is made faster needs no notice. */
const waitedMs = 6_000;

/** Never on load: only while a picture takes its time, and not again after an answer. */
function Offer() {
  const [isAnswered, setAnswered] = useState(
    () => storage.read(key) !== null || readPushState() !== 'available',
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
    data?.generations.some((each) => isImageMode(each.mode) && isUnderWay(each)) ?? false;
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
    storage.write(key, 'true');
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
          {t('ready.askLater')}
        </Button>
      </div>
    </section>
  );
}
