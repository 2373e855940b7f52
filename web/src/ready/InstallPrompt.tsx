import { useState } from 'react';
import { useProfile } from '../api/profile';
import { storage } from '../browser/storage';
import { useTranslation } from '../i18n/translate';
import { Button } from '../ui/Button';
import { isInstalled, isIos } from './notices';

/** Chromium's offer to install. `public/first-paint.js` keeps the event, because it comes before this code. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

declare global {
  var sachetInstall: InstallEvent | undefined;
}

/** Shown once on this browser. */
const key = 'sachet.install-asked';

/** After the first purchase: the offer to put Sachet on the home screen. */
export function InstallPrompt() {
  const { data: profile } = useProfile();
  const [isOver, setOver] = useState(() => storage.read(key) !== null || isInstalled());
  if (isOver || !profile || profile.lifetimeSpent === 0) return null;
  const event = globalThis.sachetInstall;
  if (!event && !isIos()) return null;
  return (
    <Offer
      event={event}
      onClose={() => {
        storage.write(key, 'true');
        setOver(true);
      }}
    />
  );
}

function Offer({ event, onClose }: { event: InstallEvent | undefined; onClose: () => void }) {
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
          {t('install.later')}
        </Button>
      </div>
    </section>
  );
}
