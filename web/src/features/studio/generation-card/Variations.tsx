import { ImagePlus } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths, promptMaxInAddress } from '../../../app/base/paths';
import { useTranslation } from '../../../i18n/translate';
import { buttonClasses } from '../../../ui/Button';
import { CopyButton } from '../text/CopyButton';
import { MarkdownText, toCopied } from '../text/MarkdownText';
import { parseVariations } from '../text/plain-text';

/**
 * Shows each caption of the text with a Copy button, and a link to the picture tool if `isPost`. A text that is
 * not a list of captions is shown whole.
 */
export function Variations({ text, isPost = false }: { text: string; isPost?: boolean }) {
  const { t } = useTranslation();
  const variations = parseVariations(text);
  if (!variations) {
    return (
      <div className="grid content-start justify-items-start gap-4">
        <MarkdownText text={text} />
        <CopyButton text={() => toCopied(text)} />
      </div>
    );
  }
  return (
    <ol className="grid content-start divide-y divide-dashed divide-fold">
      {variations.map((variation, index) => (
        <li key={variation.at} className="grid py-4 first:pt-0 last:pb-0">
          <p className="whitespace-pre-line">{variation.text}</p>
          <div className="-mx-4 -mb-2 flex flex-wrap">
            <CopyButton
              text={variation.text}
              label={t('text.copyNumber', { number: index + 1 })}
              look="plain"
              size="small"
            />
            {isPost && (
              <Link
                to={paths.makePicture(toSubject(variation.text))}
                aria-label={t('instagram.postOf', { number: index + 1 })}
                className={buttonClasses({
                  look: 'plain',
                  size: 'small',
                  className: 'hover:bg-sunk/70',
                })}
              >
                <ImagePlus aria-hidden className="size-4" />
                {t('instagram.post')}
              </Link>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Returns what a picture for this caption is about: its words without the hashtags. */
const toSubject = (caption: string): string =>
  caption.replaceAll(/#\S+/g, '').replaceAll(/\s+/g, ' ').trim().slice(0, promptMaxInAddress);
