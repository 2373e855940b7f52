import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { Heart, RotateCcw, SlidersHorizontal, Sparkles, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { Moment } from '../app/Moment';
import { modeShortName } from '../app/tools';
import { useLanguage } from '../i18n/language';
import { useTranslation } from '../i18n/translate';
import { paths } from '../paths';
import { changeEditDraft } from '../photos/edit-draft';
import { toAskedText } from '../generation/asked-text';
import { BuyPicture } from '../purchase/BuyPicture';
import { ModelLine } from '../purchase/ModelLine';
import { PaidLine } from '../purchase/PaidLine';
import { PictureFile } from '../purchase/PictureFile';
import { isImageMode, sameRequest } from '../generation/request';
import { overForm } from '../results/use-tool';
import { useGenerate } from '../generation/use-generate';
import { CopyButton } from '../text/CopyButton';
import { Button } from '../ui/Button';
import { classes } from '../ui/classes';
import { daysLeft } from './days-left';
import { fillForm } from './reuse';
import { useItem, type ChangingLibrary } from './use-item';

/** What it is and cost, and what can be done with it. */
export function Details({
  generation,
  library,
  onDeleted,
}: {
  generation: GenerationResult;
  library: ChangingLibrary;
  onDeleted: () => void;
}) {
  const { t } = useTranslation();
  const { mode, keptUntil, unlocked } = generation;
  const isPicture = isImageMode(mode);
  const [nowMs] = useState(() => Date.now());
  const days = daysLeft(keptUntil, nowMs);
  return (
    <>
      {isPicture && (
        <>
          <ModelLine generation={generation} />
          {unlocked && generation.charges.length > 0 && <PaidLine charges={generation.charges} />}
          {unlocked && <PictureFile generation={generation} />}
          <BuyPicture generation={generation} />
        </>
      )}
      {days !== null && (
        <p className="rounded-xl bg-sunk px-4 py-3 text-note">
          {t('library.erasedInText', { count: days })}
        </p>
      )}
      <Actions generation={generation} library={library} onDeleted={onDeleted} />
      <section aria-label={t('library.prompt')} className="grid justify-items-start gap-2">
        <h2 className="text-note font-semibold text-ink-soft">{t('library.prompt')}</h2>
        <p className="w-full whitespace-pre-line">{toAskedText(t, generation)}</p>
        <CopyButton text={generation.prompt} label={t('library.copyPrompt')} size="small" />
      </section>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 border-t border-dashed border-fold pt-4 text-note">
        <Fact label={t('library.tool')}>{modeShortName(t, mode)}</Fact>
        <Fact label={t('library.madeAt')}>
          <Moment timestamp={generation.createdAt} />
        </Fact>
        <Fact label={t('library.model')}>{generation.modelName}</Fact>
        {isPicture && (
          <Fact label={t('library.sizes')}>
            {generation.boughtSize === null
              ? t('library.previewOnly')
              : `${generation.boughtSize} px`}
            {` · ${generation.aspectRatio}`}
          </Fact>
        )}
      </dl>
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{label}</dt>
      <dd className="tabular-nums">{children}</dd>
    </>
  );
}

const action = 'justify-start max-sm:px-3';

function Actions({
  generation,
  library,
  onDeleted,
}: {
  generation: GenerationResult;
  library: ChangingLibrary;
  onDeleted: () => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const { ask, busy: isAsking } = useGenerate();
  const { favourite, setFavourite, remove, busy } = useItem(generation, library, onDeleted);
  const [form] = useState(() => fillForm(generation));
  const { mode, generationId } = generation;

  async function vary() {
    const started = await ask([
      sameRequest(generation, 'google', language),
      sameRequest(generation, 'openai', language),
    ]);
    if (!started || started.length === 0) return;
    const ids = started.map((each) => each.generationId);
    await navigate(paths.results(mode, ids), { state: overForm });
  }

  return (
    <div className="grid fit-columns-8.5 gap-2">
      <Button
        look="outline"
        size="small"
        className={action}
        aria-pressed={favourite}
        onClick={() => void setFavourite(!favourite)}
      >
        <Heart
          aria-hidden
          className={classes('size-4 shrink-0', favourite && 'fill-vermilion text-vermilion')}
        />
        {t('library.favourite')}
      </Button>
      {isImageMode(mode) && (
        <Button
          look="outline"
          size="small"
          className={action}
          onClick={() => {
            changeEditDraft({ source: { kind: 'result', generationId }, prompt: '' });
            void navigate(paths.mode('edit_image'));
          }}
        >
          <SlidersHorizontal aria-hidden className="size-4 shrink-0" />
          {t('results.edit')}
        </Button>
      )}
      <Button
        look="outline"
        size="small"
        className={action}
        busy={isAsking}
        onClick={() => void vary()}
      >
        <Sparkles aria-hidden className="size-4 shrink-0" />
        {t('library.vary')}
      </Button>
      {form && (
        <Button
          look="outline"
          size="small"
          className={action}
          onClick={() => {
            form.fill();
            void navigate(form.path);
          }}
        >
          <RotateCcw aria-hidden className="size-4 shrink-0" />
          {t('library.reuse')}
        </Button>
      )}
      {generation.unlockStatus !== 'pending' && (
        <Button
          look="outline"
          size="small"
          className={action}
          disabled={busy}
          onClick={() => void remove()}
        >
          <Trash2 aria-hidden className="size-4 shrink-0" />
          {t('results.delete')}
        </Button>
      )}
    </div>
  );
}
