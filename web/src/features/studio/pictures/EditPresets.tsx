import { Package } from 'lucide-react';
import type { ComponentProps } from 'react';
import { PromptField } from '../form/PromptField';
import { useTranslation } from '../../../i18n/translate';
import { OccasionChips } from '../occasions/OccasionChips';
import { toPrompts } from '../occasions/words';
import { Chips } from '../../../ui/Chips';
import { Fold } from '../../../ui/Fold';
import {
  editMaxCharacters,
  type Preset,
  presetIn,
  presets,
  presetWord,
  type ProductPreset,
  productPresets,
  withSentence,
} from './edit-presets';
import { Drawing } from './StylePicture';

type Words = { prompt: string; onChange: (prompt: string) => void };

/**
 * The words of an edit. Of the specified presets, at most one is in the prompt, as a sentence beside the user's
 * words.
 */
export function EditWords({
  prompt,
  asked,
  onChange,
  onSubmit,
}: Words & Pick<ComponentProps<typeof PromptField>, 'asked' | 'onSubmit'>) {
  const { t } = useTranslation();
  return (
    <>
      <Chips
        isRow
        label={t('edit.presets')}
        choices={(Object.keys(presets) as Preset[]).map((value) => ({
          value,
          label: t(`edit.${presetWord[value]}`),
        }))}
        value={presetIn(presets, prompt)}
        onChange={(preset) =>
          onChange(withSentence(prompt, Object.values(presets), preset && presets[preset]))
        }
      />
      <PromptField
        label={t('edit.prompt')}
        placeholder={t('edit.promptPlaceholder')}
        value={prompt}
        max={editMaxCharacters}
        asked={asked}
        words={{
          missing: t('edit.promptRequired'),
          tooLong: t('edit.tooLong', { max: editMaxCharacters }),
        }}
        onChange={onChange}
        onSubmit={onSubmit}
        improves="edit_image"
      />
    </>
  );
}

/** More sentences for the prompt, folded. At most one of each group is in it. */
export function MorePresets({ prompt, onChange }: Words) {
  const { t } = useTranslation();
  const scenes = toPrompts(t, 'edit_image');
  const product = presetIn(productPresets, prompt);
  return (
    <>
      <Fold
        icon={<Package aria-hidden className="size-4 text-ink-soft" />}
        title={t('product.title')}
        note={product && t(`product.${product}`)}
      >
        <div className="px-4 pb-4">
          <Chips
            label={t('product.title')}
            isLabelHidden
            choices={(Object.keys(productPresets) as ProductPreset[]).map((value) => ({
              value,
              label: t(`product.${value}`),
              icon: <Drawing name={`product-${value}`} className="-ml-1.5" />,
            }))}
            value={product}
            onChange={(preset) =>
              onChange(
                withSentence(
                  prompt,
                  Object.values(productPresets),
                  preset && productPresets[preset],
                ),
              )
            }
          />
        </div>
      </Fold>
      <OccasionChips
        mode="edit_image"
        chosen={scenes.find((scene) => prompt.includes(scene)) ?? null}
        onChoose={(scene) => onChange(withSentence(prompt, scenes, scene))}
      />
    </>
  );
}
