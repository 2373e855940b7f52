import {
  type AdminModelsResponse,
  Capability,
  isLowPrice,
  type ModelPrices,
} from '@sachet/shared/models/contracts/admin-models';
import { qualities } from '@sachet/shared/vocabulary';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client';
import { revalidate } from '../../api/keys';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { FieldError, SelectField } from '../../ui/Field';
import { notify } from '../../ui/Toaster';
import { MomentCell } from '../admin/frame/cells';
import { CompactField } from '../admin/frame/fields';
import { useAdminAction } from '../admin/frame/confirm';
import { type DraftedModel, parsePrice } from './model-changes';

const priceNames = [
  'inputPerMillionTokensUSD',
  'cachedInputPerMillionTokensUSD',
  'cacheWritePerMillionTokensUSD',
  'imageInputPerMillionTokensUSD',
  'outputPerMillionTokensUSD',
  'imageOutputPerMillionTokensUSD',
  'perImageUSD',
] as const satisfies (keyof ModelPrices)[];

const today = () => new Date().toISOString().slice(0, 10);

/** Edits tier, capabilities and all prices of a model, with the day from which the prices apply. */
export function ModelDialog({
  model,
  onSaved,
  onClose,
}: {
  model: DraftedModel;
  onSaved: (answer: AdminModelsResponse) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [tier, setTier] = useState(model.tier);
  const [capabilities, setCapabilities] = useState(model.capabilities);
  const [typed, setTyped] = useState<Partial<Record<keyof ModelPrices, string>>>({});
  const [from, setFrom] = useState(today);
  const [isLowRight, setLowRight] = useState(false);

  const textOf = (name: keyof ModelPrices) => typed[name] ?? String(model.prices[name] ?? '');
  const changed = priceNames.filter((name) => parsePrice(textOf(name)) !== model.prices[name]);
  const isInvalid = changed.some((name) => parsePrice(textOf(name)) === undefined);
  const isLow = changed.some((name) => isLowPrice(name, parsePrice(textOf(name)) ?? null));
  const canSave = !isInvalid && capabilities.length > 0 && (!isLow || isLowRight);

  const {
    run: save,
    busy,
    error,
  } = useAdminAction(async () => {
    const { id, provider } = model;
    const prices = Object.fromEntries(changed.map((name) => [name, parsePrice(textOf(name))!]));
    const update = {
      id,
      provider,
      tier,
      capabilities,
      ...(changed.length > 0 && { prices, pricesFrom: from }),
    };
    const body = { updates: [update], confirmLowPrices: isLow };
    onSaved(await api('POST /api/admin/models', { body }));
    notify.success(t('adminModels.saved'));
    void revalidate('/api/admin/notices');
    onClose();
  }, t('adminModels.saveFailed'));

  function submit(event: FormEvent) {
    event.preventDefault();
    if (canSave) void save();
  }

  return (
    <Dialog
      open
      wide
      onClose={() => !busy && onClose()}
      title={model.label}
      description={<span className="wrap-anywhere">{model.id}</span>}
      closeLabel={t('common.close')}
    >
      <form onSubmit={submit} className="grid gap-5">
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            compact
            label={t('adminModels.tier')}
            choices={qualities.map((value) => ({
              value,
              label: t(`adminModels.tier_${value}`),
            }))}
            value={tier}
            onChange={setTier}
          />
          <fieldset className="grid content-start gap-1">
            <legend className="text-note font-semibold">{t('adminModels.capabilities')}</legend>
            <div className="flex flex-wrap gap-x-4 gap-y-1">
              {Capability.options.map((name) => (
                <label
                  key={name}
                  className="inline-flex min-h-9 items-center gap-1.5 pointer-coarse:min-h-11"
                >
                  <input
                    type="checkbox"
                    checked={capabilities.includes(name)}
                    onChange={(event) =>
                      setCapabilities(
                        Capability.options.filter((other) =>
                          other === name ? event.target.checked : capabilities.includes(other),
                        ),
                      )
                    }
                    className="size-4 accent-ink"
                  />
                  {t(`adminModels.can.${name}`)}
                </label>
              ))}
            </div>
          </fieldset>
        </div>
        <details className="grid gap-3">
          <summary className="min-h-11 content-center font-bold">
            {t('adminModels.prices')}{' '}
            <span className="text-note font-normal text-ink-soft">
              {t(model.priced ? 'adminModels.optional' : 'adminModels.noPrice')}
            </span>
          </summary>
          <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {priceNames.map((name) => (
              <CompactField
                key={name}
                label={t(`adminModels.${name}`)}
                inputMode="decimal"
                value={textOf(name)}
                error={
                  parsePrice(textOf(name)) === undefined ? t('adminModels.invalidPrice') : null
                }
                onChange={(value) => setTyped((before) => ({ ...before, [name]: value }))}
              />
            ))}
            <CompactField
              label={t('adminModels.pricesFrom')}
              type="date"
              min={today()}
              value={from}
              onChange={(value) => setFrom(value || today())}
            />
          </div>
          {model.upcomingPrices.map(({ from: day, prices }) => (
            <p key={day} className="text-note text-ink-soft">
              {t('studioCommon.from')} <MomentCell timestamp={`${day}T00:00:00Z`} precision="day" />
              {': '}
              {priceNames
                .filter((name) => prices[name] !== null)
                .map((name) => `${t(`adminModels.${name}`)} ${prices[name]}`)
                .join(' · ')}
            </p>
          ))}
          {isLow && (
            <label className="flex items-center gap-2 rounded-lg bg-marigold-wash px-3 py-2">
              <input
                type="checkbox"
                checked={isLowRight}
                onChange={(event) => setLowRight(event.target.checked)}
                className="size-4 accent-ink"
              />
              {t('adminModels.confirmLow')}
            </label>
          )}
        </details>
        <FieldError>{error}</FieldError>
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          <Button look="outline" disabled={busy} onClick={onClose}>
            {t('studioCommon.neverMind')}
          </Button>
          <Button type="submit" busy={busy} disabled={!canSave}>
            {t('studioCommon.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
