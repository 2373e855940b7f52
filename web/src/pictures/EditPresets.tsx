import { useTranslation } from '../i18n/translate';
import { OccasionChips } from '../occasions/OccasionChips';
import { toPrompts } from '../occasions/words';
import { Chips } from '../ui/Chips';
import {
  type Preset,
  presetIn,
  presets,
  presetWord,
  type ProductPreset,
  productPresets,
  withSentence,
} from './edit-presets';
import { ProductPicture } from './ProductPicture';

/** Ready-made requests. Each group has at most one sentence in the prompt, beside the user's words. */
export function EditPresets({
  prompt,
  onChange,
}: {
  prompt: string;
  onChange: (prompt: string) => void;
}) {
  const { t } = useTranslation();
  const scenes = toPrompts(t, 'edit_image');
  return (
    <>
      <Chips
        label={t('product.title')}
        choices={(Object.keys(productPresets) as ProductPreset[]).map((value) => ({
          value,
          label: t(`product.${value}`),
          icon: <ProductPicture preset={value} />,
        }))}
        value={presetIn(productPresets, prompt)}
        onChange={(preset) =>
          onChange(
            withSentence(prompt, Object.values(productPresets), preset && productPresets[preset]),
          )
        }
      />
      <Chips
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
      <OccasionChips
        mode="edit_image"
        chosen={scenes.find((scene) => prompt.includes(scene)) ?? null}
        onChoose={(scene) => onChange(withSentence(prompt, scenes, scene))}
      />
    </>
  );
}
