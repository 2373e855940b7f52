import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { Provider } from '@sachet/shared/contracts/vocabulary';
import { CircleAlert } from 'lucide-react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useGeneration } from '../api/hooks';
import { providerName } from '../app/provider';
import { type TFunction, useTranslation } from '../i18n/translate';
import { paths } from '../paths';
import { toAskedText } from '../generation/asked-text';
import { CompareSlot } from '../results/CompareSlot';
import { ResultsOverlay } from '../results/ResultsOverlay';
import { classes } from '../ui/classes';
import { Segmented, type Segment } from '../ui/Segmented';
import { Spinner } from '../ui/Spinner';
import { ProviderIdeas } from './ProviderIdeas';
import { useUrlChange } from './use-url-change';

const columnsMax = Provider.options.length;

/**
 * docs/product.md, Screens: the ideas overlay. Each provider's ideas are a
 * column; where there is room for one, it is chosen above, and the choice stands in the URL.
 */
export function IdeasPanel({
  generationIds,
  onClose,
}: {
  generationIds: string[];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const ids = generationIds.slice(0, columnsMax);
  const [firstId = '', secondId] = ids;
  const changeUrl = useUrlChange(firstId);
  const { data: first } = useGeneration(firstId);
  const { data: second } = useGeneration(secondId ?? null);
  const generations = secondId ? [first, second] : [first];
  const asked = first ?? second;
  const by = params.get('by');
  const chosen = Math.max(
    0,
    generations.findIndex((generation) => generation?.provider === by),
  );

  return (
    <ResultsOverlay
      title={t('ideas.yours')}
      asked={asked && toAskedText(t, asked)}
      className="max-w-6xl"
      onBack={onClose}
      onClose={() =>
        void navigate(paths.mode('instagram'), { replace: true, preventScrollReset: true })
      }
    >
      {secondId && (
        <Segmented
          legend={t('results.provider')}
          hideLegend
          className="mb-6 md:hidden"
          segments={generations.map((generation, index) => toSegment(t, index, generation))}
          value={String(chosen)}
          onChange={(index) => {
            const provider = generations[Number(index)]?.provider;
            if (provider) changeUrl((current) => current.set('by', provider));
          }}
        />
      )}
      <div className="grid items-start gap-6 md:grid-cols-2 lg:gap-8">
        {ids.map((generationId, index) => (
          <ProviderIdeas
            key={generationId}
            generationId={generationId}
            className={classes(index !== chosen && 'max-md:hidden')}
          />
        ))}
        {first && !secondId && (
          <CompareSlot
            generation={first}
            onCompared={({ generationId }) =>
              changeUrl((current) => current.set('results', `${firstId},${generationId}`))
            }
          />
        )}
      </div>
    </ResultsOverlay>
  );
}

function toSegment(
  t: TFunction,
  index: number,
  generation: GenerationResult | undefined,
): Segment<string> {
  const isFailed = generation?.status === 'failed';
  const isWaiting = generation?.status === 'queued' || generation?.status === 'running';
  return {
    value: String(index),
    label: generation ? providerName[generation.provider] : '…',
    icon: isFailed ? (
      <CircleAlert role="img" aria-label={t('results.failed')} className="size-4 text-vermilion" />
    ) : (
      isWaiting && <Spinner />
    ),
  };
}
