import { useTranslation } from '../../i18n/translate';
import { MomentCell, StateMark } from '../frame/cells';
import type { DraftedModel } from './model-changes';

const tones = { enabled: 'good', candidate: 'plain', deprecated: 'bad' } as const;

/** As it would be saved, and when or why its provider ends it. */
export function ModelStatus({ model }: { model: DraftedModel }) {
  const { t } = useTranslation();
  const { status, deprecatedBecause: why, shutdownAt } = model;
  return (
    <>
      <StateMark tone={tones[status]}>{t(`adminModels.${status}`)}</StateMark>{' '}
      {status === 'deprecated' && why && (
        <span className="text-ink-soft" title={t(`adminModels.because.${why}`)}>
          {t(`adminModels.because.${why}`)}
        </span>
      )}
      {status !== 'deprecated' && shutdownAt && (
        <span className="text-vermilion md:whitespace-nowrap">
          {t('adminModels.ends')} <MomentCell timestamp={shutdownAt} precision="day" />
        </span>
      )}
    </>
  );
}
