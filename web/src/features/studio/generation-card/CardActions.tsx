import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import { MessageCircle, Brush, Sparkles, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { openOver } from '../../../browser/url-overlay';
import { providerName } from '../../../app/base/provider';
import { isImageMode, tools } from '@sachet/shared/tools';
import { repeatRequest } from '../generation/request';
import { useDelete } from '../generation/use-delete';
import { useGenerate } from '../generation/use-generate';
import { useLanguage } from '../../../i18n/language';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { changeEditDraft } from '../photos/edit-draft';
import { Button, buttonClasses } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { Dialog } from '../../../ui/Dialog';
import { VersionButton } from '../versions/VersionButton';

/** The row of actions below a card: edit or continue, more like this, delete. */
export function CardActions({
  generation,
  onVaried,
  onDeleted,
}: {
  generation: GenerationResult;
  /** Opens these new results over the current ones. */
  onVaried: (generationIds: string[]) => void;
  onDeleted: () => void;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const provider = providerName[generation.provider];
  const isReady = generation.status === 'ready';
  const isPicture = isReady && isImageMode(generation.mode);
  const { remove, busy } = useDelete(generation.generationId, {
    onDeleted,
    onRestored: ({ generationId }) => navigate(paths.libraryItem(generationId)),
  });

  function edit() {
    const { generationId } = generation;
    changeEditDraft({ source: { kind: 'result', generationId }, prompt: '' });
    void navigate(paths.mode('edit_image'));
  }

  return (
    <div className={classes('flex flex-wrap justify-between', isPicture && 'md:*:px-2.5')}>
      {isReady && tools[generation.mode].form?.continuesInChat ? (
        <Link
          to={paths.chat(params, 'new', generation.generationId)}
          state={openOver('chat')}
          aria-label={t('chat.continueThis', { provider })}
          className={buttonClasses({ look: 'plain', size: 'small', className: 'hover:bg-sunk/70' })}
        >
          <MessageCircle aria-hidden className="size-4" />
          {t('chat.continue')}
        </Link>
      ) : isPicture ? (
        <>
          <Button
            look="plain"
            size="small"
            aria-label={t('results.editThis', { provider })}
            onClick={edit}
          >
            <Brush aria-hidden className="size-4" />
            {t('results.edit')}
          </Button>
          <MoreLikeThis generation={generation} onMade={onVaried} />
          <VersionButton look="plain" generation={generation} />
        </>
      ) : (
        <span />
      )}
      {generation.unlockStatus !== 'pending' && (
        <Button
          look="plain"
          size="small"
          className="text-ink-soft"
          aria-label={t('results.deleteThis', { provider })}
          busy={busy}
          onClick={() => void remove()}
        >
          {!busy && <Trash2 aria-hidden className="size-4" />}
          {/* On a desk, all buttons of a picture fit in one row without this word. */}
          <span className={isPicture ? 'md:sr-only' : undefined}>{t('results.delete')}</span>
        </Button>
      )}
    </div>
  );
}

const counts = [2, 4];

/**
 * Requests several previews of the same prompt. They cost nothing and count towards the daily limit of
 * previews.
 */
function MoreLikeThis({
  generation,
  onMade,
}: {
  generation: GenerationResult;
  onMade: (generationIds: string[]) => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const { ask, busy } = useGenerate();
  const provider = providerName[generation.provider];

  async function make(count: number) {
    const request = repeatRequest(generation, generation.provider, language);
    const started = await ask(Array.from({ length: count }, () => request));
    setOpen(false);
    if (started?.length) onMade(started.map(({ generationId }) => generationId));
  }

  return (
    <>
      <Button
        look="plain"
        size="small"
        aria-label={t('results.variationsOf', { provider })}
        onClick={() => setOpen(true)}
      >
        <Sparkles aria-hidden className="size-4" />
        {t('results.variations')}
      </Button>
      {isOpen && (
        <Dialog
          open
          onClose={() => setOpen(false)}
          title={t('results.variationsTitle')}
          description={t('results.variationsText', { provider })}
          closeLabel={t('common.close')}
        >
          <div className="grid grid-cols-2 gap-3">
            {counts.map((count) => (
              <Button key={count} look="outline" busy={busy} onClick={() => void make(count)}>
                {t('results.variationsCount', { count })}
              </Button>
            ))}
          </div>
        </Dialog>
      )}
    </>
  );
}
