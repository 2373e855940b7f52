import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { Check, Download, Link2, MessageCircle, Share2 } from 'lucide-react';
import { useState } from 'react';
import { providerName } from '../app/provider';
import { useAction } from '../app/use-action';
import { useTranslation } from '../i18n/translate';
import { useCopy } from '../text/CopyButton';
import { Button, buttonClasses } from '../ui/Button';
import { Dialog } from '../ui/Dialog';

/** Buttons that download and share a bought picture. */
export function PictureFile({ generation }: { generation: GenerationResult }) {
  const { t } = useTranslation();
  if (!generation.imageUrl) return null;
  return (
    <div className="flex flex-wrap gap-2 *:flex-1">
      <a
        href={generation.imageUrl}
        download={`sachet-${generation.generationId}`}
        className={buttonClasses({})}
      >
        <Download aria-hidden className="size-5" />
        {t('results.download')}
      </a>
      <SharePicture generation={generation} />
    </div>
  );
}

/**
 * Shares a bought picture as a file, because its link works only for the owner. If the browser cannot share
 * files, the shared text links to the home page and the user attaches the file.
 */
function SharePicture({ generation }: { generation: GenerationResult }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const home = `${location.origin}/`;
  const { copied, copy } = useCopy(home);
  const { generationId, imageUrl, provider } = generation;
  const { run: share, busy } = useAction(
    async (url: string) => {
      const isShared =
        canSharePictures() && (await shareFile(await readPicture(url, `sachet-${generationId}`)));
      if (!isShared) setOpen(true);
    },
    { toast: true, toMessage: () => t('results.shareFailed') },
  );
  if (!imageUrl) return null;

  return (
    <>
      <Button
        look="outline"
        busy={busy}
        aria-label={t('results.shareThis', { provider: providerName[provider] })}
        onClick={() => void share(imageUrl)}
      >
        {!busy && <Share2 aria-hidden className="size-5" />}
        {t('results.share')}
      </Button>
      {isOpen && (
        <Dialog
          open
          onClose={() => setOpen(false)}
          title={t('results.shareTitle')}
          description={t('results.shareText')}
          closeLabel={t('shell.close')}
        >
          <div className="grid gap-3">
            <a
              href={imageUrl}
              download={`sachet-${generationId}`}
              className={buttonClasses({ size: 'large' })}
            >
              <Download aria-hidden className="size-5" />
              {t('results.download')}
            </a>
            <a
              href={whatsAppUrl(t('results.shareWords', { url: home }))}
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
        </Dialog>
      )}
    </>
  );
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

/**
 * Shares a file. Returns false if the browser refused; if the user cancels the share sheet, that counts as
 * success.
 */
async function shareFile(file: File): Promise<boolean> {
  try {
    await navigator.share({ files: [file] });
    return true;
  } catch (thrown) {
    return thrown instanceof DOMException && thrown.name === 'AbortError';
  }
}

const whatsAppUrl = (text: string): string => `https://wa.me/?text=${encodeURIComponent(text)}`;
