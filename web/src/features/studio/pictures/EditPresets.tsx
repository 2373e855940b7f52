import { Package } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
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
              icon: <ProductPicture preset={value} />,
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

/** The same jar in each clean-up. */
function ProductPicture({ preset }: { preset: ProductPreset }) {
  return (
    <svg aria-hidden viewBox="0 0 28 28" className="-ml-1.5 size-7 shrink-0 rounded-md">
      {productScenes[preset]}
    </svg>
  );
}

const ground = (fill: string) => <path fill={fill} d="M0 0h28v28H0z" />;

const jar = (
  <>
    <path fill="#7a4a2a" d="M10 6h8v3.5h-8z" />
    <path fill="#d9772b" d="M9 9.5h10q1.5 1.5 1.5 4V21q0 2-2 2h-9q-2 0-2-2v-7.5q0-2.5 1.5-4" />
    <path fill="#fff3d6" d="M7.5 14h13v5h-13z" />
  </>
);

const productScenes: Record<ProductPreset, ReactNode> = {
  white: (
    <>
      {ground('#ffffff')}
      <path fill="none" stroke="#d9d4c7" d="M.5.5h27v27H.5z" />
      {jar}
    </>
  ),
  clutter: (
    <>
      {ground('#e8eef3')}
      <g fill="none" stroke="#8d99a6" strokeWidth="1.2" strokeDasharray="2 1.8">
        <circle cx="4.5" cy="19" r="3" />
        <path d="M21.5 12.5h5v9h-5zM2 5h5v5H2z" />
      </g>
      {jar}
    </>
  ),
  festive: (
    <>
      {ground('#3a1f4d')}
      <g fill="#ffc46b">
        <circle cx="4" cy="5" r="1.3" />
        <circle cx="9" cy="3" r="1" />
        <circle cx="20" cy="4" r="1.3" />
        <circle cx="25" cy="8" r="1" />
      </g>
      <path fill="#a51d3a" d="M0 22h28v6H0z" />
      {jar}
      <g fill="#ff9f1c">
        <circle cx="4" cy="22" r="2.6" />
        <circle cx="24" cy="22" r="2.6" />
      </g>
    </>
  ),
  counter: (
    <>
      {ground('#efe0c6')}
      <path stroke="#c9ab7d" strokeWidth="1.4" d="M0 6h28M0 14h28" />
      <path fill="#c2b39a" d="M2 2h3v4H2zM22 1h4v5h-4zM3 9h3v5H3zM23 9h3v5h-3z" />
      <path fill="#9a6a3c" d="M0 22h28v6H0z" />
      {jar}
    </>
  ),
  shadow: (
    <>
      {ground('#f4f2ec')}
      <ellipse cx="17" cy="23.5" rx="10" ry="2.2" fill="#161a2b" opacity=".28" />
      {jar}
    </>
  ),
};
