import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { formatPrice } from '@sachet/shared/money';
import { MessageCircle, SlidersHorizontal, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { providerName } from '../app/provider';
import { useTranslation } from '../i18n/translate';
import { overPage, paths } from '../paths';
import { changeEditDraft } from '../photos/edit-draft';
import { Button, buttonClasses } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { MoreLikeThis } from './MoreLikeThis';
import { isImageMode } from './request';
import { useDelete } from './use-change';

/** Below a packet: what else can be done with it. */
export function ResultActions({
  generation,
  onVaried,
  onDeleted,
}: {
  generation: GenerationResult;
  /** Shows these instead, and comes back when they are closed. */
  onVaried: (generationIds: string[]) => void;
  onDeleted: () => void;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const provider = providerName[generation.provider];
  const isReady = generation.status === 'ready';

  function edit() {
    const { generationId } = generation;
    changeEditDraft({ source: { kind: 'result', generationId }, prompt: '' });
    void navigate(paths.mode('edit_image'));
  }

  return (
    <div className="flex flex-wrap justify-between">
      {isReady && generation.mode === 'general' ? (
        <Link
          to={paths.chat(params, 'new', generation.generationId)}
          state={overPage}
          aria-label={t('chat.continueThis', { provider })}
          className={buttonClasses({ look: 'plain', size: 'small', className: 'hover:bg-sunk/70' })}
        >
          <MessageCircle aria-hidden className="size-4" />
          {t('chat.continue')}
        </Link>
      ) : isReady && isImageMode(generation.mode) ? (
        <>
          <Button
            look="plain"
            size="small"
            aria-label={t('results.editThis', { provider })}
            onClick={edit}
          >
            <SlidersHorizontal aria-hidden className="size-4" />
            {t('results.edit')}
          </Button>
          <MoreLikeThis generation={generation} onMade={onVaried} />
        </>
      ) : (
        <span />
      )}
      {generation.unlockStatus !== 'pending' && (
        <DeleteResult generation={generation} onDeleted={onDeleted} />
      )}
    </div>
  );
}

function DeleteResult({
  generation,
  onDeleted,
}: {
  generation: GenerationResult;
  onDeleted: () => void;
}) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const { remove, busy } = useDelete(generation.generationId, onDeleted);
  const provider = providerName[generation.provider];
  const text =
    generation.charged === null
      ? t('results.deleteText')
      : t(isImageMode(generation.mode) ? 'results.deleteBought' : 'results.deleteBoughtText', {
          price: formatPrice(generation.charged),
        });
  return (
    <>
      <Button
        look="plain"
        size="small"
        className="text-ink-soft"
        aria-label={t('results.deleteThis', { provider })}
        onClick={() => setAsking(true)}
      >
        <Trash2 aria-hidden className="size-4" />
        {t('results.delete')}
      </Button>
      {asking && (
        <Dialog
          open
          onClose={() => setAsking(false)}
          title={t('results.deleteTitle')}
          description={text}
          closeLabel={t('shell.close')}
        >
          <div className="flex flex-wrap justify-end gap-3">
            <Button look="outline" disabled={busy} onClick={() => setAsking(false)}>
              {t('results.keep')}
            </Button>
            <Button
              busy={busy}
              look="danger"
              onClick={() => void remove().then(() => setAsking(false))}
            >
              {t('results.deleteConfirm')}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
