import { useTranslation } from '../../../i18n/translate';
import { CopyButton } from '../text/CopyButton';
import { MarkdownText, toCopied } from '../text/MarkdownText';
import { parseVariations } from '../text/plain-text';

/**
 * Shows each caption of the text with a Copy button. A text that is not a list of captions is shown whole.
 */
export function Variations({ text }: { text: string }) {
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
          <CopyButton
            text={variation.text}
            label={t('text.copyNumber', { number: index + 1 })}
            look="plain"
            size="small"
            className="-mb-2 -ml-4 w-fit"
          />
        </li>
      ))}
    </ol>
  );
}
