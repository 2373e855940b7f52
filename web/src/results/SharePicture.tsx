import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { Check, Download, Link2, MessageCircle, Share2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../i18n/translate';
import { providerName } from '../app/provider';
import { useCopy } from '../text/use-copy';
import { Button, buttonClasses } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { notify } from '../ui/Toaster';
import { canSharePictures, readPicture, shareFile, whatsAppUrl } from './share';

/**
 * Hands a bought picture on as a file. Nothing of ours opens it for a stranger: where the browser cannot
 * share files, the words lead to the home page and the file is attached by hand.
 */
export function SharePicture({ generation }: { generation: GenerationResult }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const home = `${location.origin}/`;
  const { copied, copy } = useCopy(home);
  const { generationId, imageUrl, provider } = generation;
  if (!imageUrl) return null;

  async function share(url: string) {
    if (!canSharePictures()) return setOpen(true);
    setBusy(true);
    try {
      const file = await readPicture(url, `sachet-${generationId}`);
      if (!(await shareFile(file))) setOpen(true);
    } catch {
      notify.error(t('results.shareFailed'));
    } finally {
      setBusy(false);
    }
  }

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
