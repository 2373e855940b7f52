import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import { Heart, RotateCcw, Brush, Sparkles, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { openOver } from '../../../browser/url-overlay';
import { toErrorMessage } from '../../../api/errors';
import { useUid } from '../../../api/keys';
import { type Library, setFavourite, toLibraryItem } from '../../../api/library';
import { Moment } from '../../../app/base/Moment';
import { useFindAsked } from '../../../app/base/provider-uses';
import { modeShortName } from '../../../app/base/tools';
import { toAskedText } from '../generation/asked-text';
import { isImageMode } from '@sachet/shared/tools';
import { toCommonRequest, toRequests, toUse } from '../generation/request';
import { useDelete } from '../generation/use-delete';
import { useGenerate } from '../generation/use-generate';
import { useLanguage } from '../../../i18n/language';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { changeEditDraft } from '../photos/edit-draft';
import { BuyPicture } from '../purchase/BuyPicture';
import { ModelLine } from '../purchase/ModelLine';
import { PaidLine } from '../purchase/PaidLine';
import { PictureFile } from '../versions/PictureFile';
import { CopyButton } from '../text/CopyButton';
import { Button } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { Description, DescriptionList } from '../../../ui/DescriptionList';
import { Notice } from '../../../ui/Notice';
import { notify } from '../../../ui/Toaster';
import { VersionButton } from '../versions/VersionButton';
import { VersionList } from '../versions/VersionList';
import { fillForm } from './fill-form';
import { daysLeft } from './Tile';

/** Shows the price and properties of a result, and its actions. */
export function Details({
  generation,
  library,
  versionUrl,
  onVersion,
  onDeleted,
}: {
  generation: GenerationResult;
  library: ChangingLibrary;
  /** The version that is shown; null for the picture itself. */
  versionUrl: string | null;
  onVersion: (url: string | null) => void;
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
          {unlocked && (
            <VersionList
              generationId={generation.generationId}
              shownUrl={versionUrl}
              onShow={onVersion}
            />
          )}
        </>
      )}
      {days !== null && (
        <Notice className="text-note">{t('library.erasedInText', { count: days })}</Notice>
      )}
      <Actions generation={generation} library={library} onDeleted={onDeleted} />
      <section aria-label={t('library.prompt')} className="grid justify-items-start gap-2">
        <h2 className="text-note font-semibold text-ink-soft">{t('library.prompt')}</h2>
        <p className="w-full whitespace-pre-line">{toAskedText(t, generation)}</p>
        <CopyButton text={generation.prompt} label={t('library.copyPrompt')} size="small" />
      </section>
      <DescriptionList className="grid gap-y-1 border-t border-dashed border-fold pt-4 text-note tabular-nums">
        <Description inline name={t('library.tool')}>
          {modeShortName(t, mode)}
        </Description>
        <Description inline name={t('library.madeAt')}>
          <Moment timestamp={generation.createdAt} />
        </Description>
        <Description inline name={t('library.model')}>
          {generation.modelName}
        </Description>
        {isPicture && (
          <Description inline name={t('studioCommon.size')}>
            {generation.boughtSize === null
              ? t('library.previewOnly')
              : `${generation.boughtSize} px`}
            {` · ${generation.aspectRatio}`}
          </Description>
        )}
      </DescriptionList>
    </>
  );
}

const action = 'justify-start px-3!';

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
  const findAsked = useFindAsked();
  const { mode, generationId } = generation;

  async function vary() {
    const request = toCommonRequest(generation, language);
    const asked = findAsked(toUse(request), generation.provider);
    const started = await ask(toRequests(request, asked));
    if (!started || started.length === 0) return;
    const ids = started.map((each) => each.generationId);
    await navigate(paths.results(mode, ids), { state: openOver('results') });
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
          <Brush aria-hidden className="size-4 shrink-0" />
          {t('results.edit')}
        </Button>
      )}
      {isImageMode(mode) && (
        <VersionButton look="outline" className={action} generation={generation} />
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
          busy={busy}
          onClick={() => void remove()}
        >
          <Trash2 aria-hidden className="size-4 shrink-0" />
          {t('results.delete')}
        </Button>
      )}
    </div>
  );
}

/** The functions that apply a change to the list that shows the result. */
export type ChangingLibrary = Pick<Library, 'put' | 'reload' | 'remove'>;

/**
 * Marks a result as favourite or deletes it. Changes are sent one after the other, in the order of the
 * presses.
 */
function useItem(
  { generationId, favourite }: Pick<GenerationResult, 'generationId' | 'favourite'>,
  library: ChangingLibrary,
  onDeleted: () => void,
) {
  const { t } = useTranslation();
  const uid = useUid();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const newest = useRef(Promise.resolve());
  const marks = useRef(0);
  const deletion = useDelete(generationId, {
    // The tile goes first, so that a viewer that closes does not return the focus to it.
    onDeleted: async () => {
      await library.remove(generationId);
      onDeleted();
    },
    onRestored: (generation) => library.put([toLibraryItem(generation)]),
  });

  async function mark(next: boolean): Promise<void> {
    if (!uid) return;
    setWanted(next);
    marks.current += 1;
    const turn = marks.current;
    newest.current = newest.current.then(() => save(uid, next));
    await newest.current;
    if (turn === marks.current) setWanted(null);
  }

  async function save(owner: string, next: boolean): Promise<void> {
    try {
      await setFavourite(owner, generationId, next);
      await library.reload(generationId);
    } catch (thrown) {
      notify.error(toErrorMessage(t, thrown));
    }
  }

  return {
    favourite: wanted ?? favourite,
    setFavourite: mark,
    remove: () => deletion.remove(newest.current),
    busy: deletion.busy,
  };
}
