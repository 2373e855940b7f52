import { Columns2, MessageCircle } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { useTranslation } from '../i18n/translate';
import { paths } from '../paths';
import { Segmented } from '../ui/Segmented';

type Way = 'chat' | 'both';

const path: Record<Way, string> = { chat: paths.mode('general'), both: paths.askBoth };

/**
 * The head of general mode's screen, with its two ways: a chat with one provider, or one question to
 * both. It stays when the way changes, and the focus with it.
 */
export function GeneralHeading({ way }: { way: Way }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <div className="grid gap-5">
      <div>
        <h1 className="text-title font-bold">{t('tool.general')}</h1>
        <p className="mt-1 text-ink-soft">{t(way === 'chat' ? 'chat.lead' : 'general.lead')}</p>
      </div>
      <Segmented
        legend={t('chat.way')}
        hideLegend
        value={way}
        onChange={(next) => void navigate(path[next], { replace: true, preventScrollReset: true })}
        segments={[
          {
            value: 'chat',
            label: t('chat.wayChat'),
            icon: <MessageCircle aria-hidden className="size-4" />,
          },
          {
            value: 'both',
            label: t('chat.wayBoth'),
            icon: <Columns2 aria-hidden className="size-4" />,
          },
        ]}
      />
    </div>
  );
}
