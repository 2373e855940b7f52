import type { PictureVersion } from '@sachet/shared/studio/contracts/version';
import { Download, Share2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { lazyDialog } from '../../../app/base/lazy-part';
import { api } from '../../../api/client';
import { revalidate } from '../../../api/keys';
import { useApi } from '../../../api/use-api';
import { useAction } from '../../../app/base/use-action';
import { type TFunction, useTranslation } from '../../../i18n/translate';
import { IconButton } from '../../../ui/Button';
import { notify } from '../../../ui/Toaster';
import { toSizeText } from './size-text';

const ShareSheet = lazyDialog(async () => (await import('./ShareSheet')).ShareSheet);

/** The versions of a bought picture: to open, download, share and delete. */
export function VersionList({
  generationId,
  shownUrl,
  onShow,
}: {
  generationId: string;
  /** The version in the viewer; null for the picture itself. */
  shownUrl: string | null;
  onShow: (url: string | null) => void;
}) {
  const { t } = useTranslation();
  const { data } = useApi('GET /api/versions', { generationId });
  const [shared, setShared] = useState<PictureVersion | null>(null);
  if (!data || data.versions.length === 0) return null;
  return (
    <section aria-label={t('version.list')} className="grid gap-2">
      <h2 className="text-note font-semibold text-ink-soft">{t('version.list')}</h2>
      <ul className="grid gap-2">
        {data.versions.map((version) => (
          <Version
            key={version.versionId}
            version={version}
            isShown={version.imageUrl === shownUrl}
            onShow={onShow}
            onShare={() => setShared(version)}
          />
        ))}
      </ul>
      {shared && (
        <ShareSheet
          url={shared.imageUrl}
          name={toFileName(shared)}
          onClose={() => setShared(null)}
        />
      )}
    </section>
  );
}

function Version({
  version,
  isShown,
  onShow,
  onShare,
}: {
  version: PictureVersion;
  isShown: boolean;
  onShow: (url: string | null) => void;
  onShare: () => void;
}) {
  const { t } = useTranslation();
  const name = toName(t, version);
  const { imageUrl } = version;
  const { run: remove, busy } = useAction(
    async () => {
      await api('DELETE /api/version', { query: { id: version.versionId } });
      if (isShown) onShow(null);
      await revalidate('/api/versions');
      notify.success(t('version.deleted'));
    },
    { toast: true },
  );
  return (
    <li className="flex flex-wrap items-center gap-x-2 rounded-xl border border-fold bg-packet p-2">
      <button
        type="button"
        aria-pressed={isShown}
        onClick={() => onShow(isShown ? null : imageUrl)}
        className="shrink-0 rounded-lg border-2 border-transparent aria-pressed:border-ink"
      >
        <img
          src={version.thumbnails?.[256] ?? imageUrl}
          alt={t('version.alt', { name })}
          className="size-14 rounded-md bg-sunk object-contain"
        />
      </button>
      <p className="min-w-0 flex-1 basis-40 text-note leading-tight">
        <span className="block font-semibold wrap-anywhere">{name}</span>
        <span className="text-ink-soft tabular-nums">{toSizeText(version)}</span>
      </p>
      <span className="ml-auto flex">
        <a
          href={imageUrl}
          download={toFileName(version)}
          aria-label={t('version.download', { name })}
          className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunk/80"
        >
          <Download aria-hidden className="size-5" />
        </a>
        <IconButton label={t('version.share', { name })} onClick={onShare}>
          <Share2 aria-hidden className="size-5" />
        </IconButton>
        <IconButton
          label={t('version.delete', { name })}
          aria-disabled={busy || undefined}
          onClick={() => void remove()}
        >
          <Trash2 aria-hidden className="size-5" />
        </IconButton>
      </span>
    </li>
  );
}

const toFileName = ({ format }: PictureVersion): string => `sachet-${format ?? 'picture'}`;

function toName(t: TFunction, { format, brand }: PictureVersion): string {
  const shape = t(`format.${format ?? 'original'}`);
  return brand ? t('version.branded', { format: shape }) : shape;
}
