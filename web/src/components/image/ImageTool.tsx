import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useProfile } from '../../api/hooks';
import { dropPending, usePending } from '../../auth/pending';
import { useLanguage } from '../../i18n/language';
import { paths } from '../../paths';
import { useOpenDialog } from '../dialogs';
import { keepDraft, keepQuality, storedDraft, storedQuality } from './draft-store';
import { ImageAside } from './ImageAside';
import { ImageForm } from './ImageForm';
import { requestsOf, type Request } from './prompt';
import { ResultsPanel } from './ResultsPanel';
import { useGenerate } from './use-generate';

/** Image mode: the form, or the results named in the URL. */
export function ImageTool() {
  const navigate = useNavigate();
  const language = useLanguage();
  const [params] = useSearchParams();
  const [draft, setDraft] = useState(storedDraft);
  const [quality, setQuality] = useState(storedQuality);
  const { ask, busy, fault } = useGenerate();
  const generationIds = params.get('results')?.split(',').filter(Boolean) ?? [];

  async function generate(requests: Request[]) {
    const started = await ask(requests);
    if (started === null) return navigate(paths.mode('image'), { replace: true });
    if (started.length === 0) return;
    await navigate(
      paths.results(
        'image',
        started.map((generation) => generation.generationId),
      ),
    );
  }
  usePendingGenerate(generate);

  if (generationIds.length > 0) {
    return (
      <ResultsPanel
        generationIds={generationIds}
        onIds={(ids) => void navigate(paths.results('image', ids), { replace: true })}
        onClose={() => void navigate(paths.mode('image'))}
      />
    );
  }
  return (
    <div className="grid gap-10 pt-6 md:pt-8 lg:grid-cols-[minmax(0,27rem)_minmax(0,1fr)] lg:gap-14">
      <ImageForm
        draft={draft}
        onDraft={setDraft}
        quality={quality}
        onQuality={(next) => {
          setQuality(next);
          keepQuality(next);
        }}
        busy={busy}
        fault={fault}
        onSubmit={() => {
          keepDraft(draft);
          void generate(requestsOf(draft, quality, language));
        }}
      />
      <ImageAside aspectRatio={draft.aspectRatio} />
    </div>
  );
}

/** What was asked for before signing in runs once there is a profile and no dialog in the way. */
function usePendingGenerate(generate: (requests: Request[]) => Promise<void>): void {
  const pending = usePending();
  const { data: profile } = useProfile();
  const dialog = useOpenDialog();
  const ready = Boolean(profile) && dialog === null && pending?.kind === 'generate';

  useEffect(() => {
    if (!ready || pending?.kind !== 'generate') return;
    dropPending();
    void generate(pending.requests);
  }, [ready, pending, generate]);
}
