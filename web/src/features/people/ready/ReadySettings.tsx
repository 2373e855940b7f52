import { useState } from 'react';
import { useUid } from '../../../api/keys';
import { useAction } from '../../../app/base/use-action';
import { useLanguage } from '../../../i18n/language';
import { useTranslation } from '../../../i18n/translate';
import { FieldError } from '../../../ui/Field';
import { Switch } from '../../../ui/Switch';
import { notify } from '../../../ui/Toaster';
import {
  readPushState,
  setTitleIsOn,
  startPush,
  stopPush,
  usePushIsOn,
  useTitleIsOn,
} from './notices';

/** How the user learns that work is ready: by a notice on this device, by the tab's title. */
export function ReadySettings() {
  const { t } = useTranslation();
  const isTitleOn = useTitleIsOn();
  return (
    <div className="grid gap-1">
      <PushSwitch />
      <Switch
        label={t('ready.tab')}
        hint={t('ready.tabHint')}
        isOn={isTitleOn}
        onChange={setTitleIsOn}
      />
    </div>
  );
}

const obstacles = {
  blocked: 'ready.blocked',
  'needs-home-screen': 'ready.ios',
  unsupported: 'ready.unsupported',
} as const;

function PushSwitch() {
  const { t } = useTranslation();
  const uid = useUid();
  const language = useLanguage();
  const isOn = usePushIsOn(uid);
  const [state, setState] = useState(readPushState);
  const change = useAction(
    async (on: boolean) => {
      if (on && uid) {
        const isGranted = await startPush(uid, language);
        setState(readPushState());
        if (isGranted) notify.success(t('ready.on'));
      } else {
        await stopPush();
        notify.success(t('ready.off'));
      }
    },
    { toMessage: () => t('ready.failed') },
  );
  return (
    <div className="grid gap-1">
      <Switch
        label={t('ready.push')}
        hint={state === 'available' ? t('ready.pushHint') : t(obstacles[state])}
        isOn={isOn && state === 'available'}
        isDisabled={state === 'needs-home-screen' || state === 'unsupported'}
        isBusy={change.busy}
        onChange={(on) => void change.run(on)}
      />
      <FieldError>{change.error}</FieldError>
    </div>
  );
}
