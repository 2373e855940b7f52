import { Check, Copy, Download, Link2, MessageCircle, Share2 } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useApi } from '../../../api/use-api';
import { useAction } from '../../../app/base/use-action';
import { copyText } from '../../../browser/copy-text';
import { saveFile } from '../../../browser/save-file';
import { useTranslation } from '../../../i18n/translate';
import { useCopy } from '../text/CopyButton';
import { parseVariations, toPlainText } from '../text/plain-text';
import { Button, buttonClasses } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { inputClasses } from '../../../ui/Field';

/** WhatsApp and Instagram take longer texts; people do not. */
const captionMaxCharacters = 2_200;

/**
 * Shares a picture with its caption. Without file sharing the picture is saved and the caption copied: a link
 * to the picture works for its owner only, so the one that is offered leads to the home page.
 */
export function ShareSheet({
  url,
  name,
  onClose,
}: {
  /** The address of the picture. */
  url: string;
  /** The name of the file, without its ending. */
  name: string;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [caption, setCaption] = useState('');
  const home = `${location.origin}/`;
  const canShare = canSharePictures();
  const { copied, copy } = useCopy(home);
  const { copied: captionCopied, copy: copyCaption } = useCopy(caption);
  const file = useFile(url, name, canShare);
  const { run: share, busy } = useAction(
    async () => {
      const words = caption.trim();
      // Some apps take only the picture: the caption can then be pasted.
      if (words) void copyText(words);
      const picture = file ?? (await readPicture(url, name));
      if (!(await shareFile(picture, words))) saveFile(picture.name, picture);
      onClose();
    },
    { toast: true, toMessage: () => t('results.shareFailed') },
  );

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('results.shareTitle')}
      description={t(canShare ? 'share.lead' : 'results.shareText')}
      closeLabel={t('common.close')}
    >
      <div className="grid gap-4">
        <div className="flex gap-4">
          <img
            src={url}
            alt=""
            className="size-24 shrink-0 rounded-xl border border-fold bg-sunk object-cover"
          />
          <div className="grid min-w-0 flex-1 gap-1">
            <label htmlFor={id} className="text-note font-semibold">
              {t('share.caption')}
            </label>
            <textarea
              id={id}
              rows={3}
              maxLength={captionMaxCharacters}
              placeholder={t('share.captionPlaceholder')}
              value={caption}
              onChange={({ target }) => setCaption(target.value)}
              className={inputClasses}
            />
          </div>
        </div>
        <RecentCaptions chosen={caption} onPick={setCaption} />
        {canShare ? (
          <Button size="large" busy={busy} onClick={() => void share()}>
            {!busy && <Share2 aria-hidden className="size-5" />}
            {t(caption.trim() ? 'share.both' : 'share.picture')}
          </Button>
        ) : (
          <a href={url} download={name} className={buttonClasses({ size: 'large' })}>
            <Download aria-hidden className="size-5" />
            {t('studioCommon.download')}
          </a>
        )}
        {caption.trim() !== '' && (
          <p className="text-note text-ink-soft">
            {t(canShare ? 'share.alsoCopied' : 'share.saveThenPaste')}
          </p>
        )}
        <div className="flex flex-wrap gap-2 *:grow">
          {caption.trim() !== '' && (
            <Button look="outline" onClick={copyCaption}>
              {captionCopied ? (
                <Check aria-hidden className="size-5" />
              ) : (
                <Copy aria-hidden className="size-5" />
              )}
              {t(captionCopied ? 'text.copied' : 'share.copyCaption')}
            </Button>
          )}
          <a
            href={whatsAppUrl(caption.trim() || t('results.shareWords', { url: home }))}
            target="_blank"
            rel="noreferrer"
            className={buttonClasses({ look: 'outline' })}
          >
            <MessageCircle aria-hidden className="size-5" />
            WhatsApp
          </a>
          <Button look="outline" onClick={copy}>
            {copied ? (
              <Check aria-hidden className="size-5" />
            ) : (
              <Link2 aria-hidden className="size-5" />
            )}
            {t(copied ? 'text.copied' : 'results.shareCopy')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/**
 * The file, loaded while the user writes: a browser shares only right after a press. Undefined until it is
 * loaded, or if it cannot be.
 */
function useFile(url: string, name: string, isWanted: boolean): File | undefined {
  const [file, setFile] = useState<File>();
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    readPicture(url, name).then(
      (read) => !isGone && setFile(read),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [url, name, isWanted]);
  return file;
}

/** Downloads a picture from the API, which adds the AI label. */
async function readPicture(url: string, name: string): Promise<File> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`Downloading the picture failed with status ${answer.status}.`);
  const bytes = await answer.blob();
  return new File([bytes], `${name}.${bytes.type.split('/')[1] ?? 'jpg'}`, { type: bytes.type });
}

/** Whether the browser can share pictures with other apps. */
function canSharePictures(): boolean {
  const picture = new File([], 'sachet.jpg', { type: 'image/jpeg' });
  return navigator.canShare?.({ files: [picture] }) ?? false;
}

/** Returns false if the browser refused; cancelling the share sheet counts as success. */
async function shareFile(file: File, caption: string): Promise<boolean> {
  try {
    await navigator.share({ files: [file], ...(caption && { text: caption }) });
    return true;
  } catch (thrown) {
    return thrown instanceof DOMException && thrown.name === 'AbortError';
  }
}

const captionsShown = 4;
const query = { tool: 'instagram', limit: 3 } as const;

/** The captions that were written last. */
function RecentCaptions({ chosen, onPick }: { chosen: string; onPick: (caption: string) => void }) {
  const { t } = useTranslation();
  const { data } = useApi('GET /api/library', query, { revalidateOnFocus: false });
  const captions = (data?.items ?? [])
    .flatMap(({ text }) => (text ? (parseVariations(text) ?? []) : []))
    .map(({ text }) => toPlainText(text).trim())
    .slice(0, captionsShown);
  if (captions.length === 0) return null;
  return (
    <div role="group" aria-label={t('share.recent')} className="grid gap-1.5">
      <p className="text-note font-semibold">{t('share.recent')}</p>
      {captions.map((caption) => (
        <button
          key={caption}
          type="button"
          aria-pressed={caption === chosen}
          onClick={() => onPick(caption === chosen ? '' : caption)}
          className="min-h-11 truncate rounded-lg border-[1.5px] border-fold bg-packet px-3 text-left text-note hover:border-edge aria-pressed:border-ink"
        >
          {caption}
        </button>
      ))}
    </div>
  );
}

const whatsAppUrl = (text: string): string => `https://wa.me/?text=${encodeURIComponent(text)}`;
