import { ModelPurpose } from '@sachet/shared/contracts/admin-models';
import { providerName } from '../../app/provider';
import { useTranslation } from '../../i18n/translate';
import { classes } from '../../ui/classes';
import { Skeleton } from '../../ui/Skeleton';
import { SelectField } from '../frame/fields';
import { type Changes, choicesFor } from './model-changes';

/** docs/product.md, Screens: six selects. Only what customers can be given is offered. */
export function DefaultsCard({
  changes,
  onChoose,
}: {
  changes: Changes | undefined;
  onChoose: (purpose: ModelPurpose, id: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <section
      aria-labelledby="defaults"
      className="grid gap-3 rounded-lg border border-fold bg-packet px-4 py-3"
    >
      <h2 id="defaults" className="text-body font-bold">
        {t('adminModels.defaults')}
      </h2>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {ModelPurpose.options.map((purpose) =>
          changes ? (
            <DefaultSelect
              key={purpose}
              purpose={purpose}
              changes={changes}
              onChoose={(id) => onChoose(purpose, id)}
            />
          ) : (
            <Skeleton key={purpose} className="h-[3.75rem]" />
          ),
        )}
      </div>
      {changes && !changes.isComplete && (
        <p role="status" className="text-note font-semibold text-vermilion">
          {t('adminModels.defaultsIncomplete')}
        </p>
      )}
    </section>
  );
}

function DefaultSelect({
  purpose,
  changes,
  onChoose,
}: {
  purpose: ModelPurpose;
  changes: Changes;
  onChoose: (id: string) => void;
}) {
  const { t } = useTranslation();
  const { chosen, changedPurposes, models } = changes;
  const choices = choicesFor(models, purpose).map(({ id, label, provider }) => ({
    value: id,
    label: `${label} · ${providerName[provider]}`,
  }));
  const none = {
    value: '',
    label: t(choices.length > 0 ? 'adminModels.choose' : 'adminModels.noneFits'),
  };
  return (
    <SelectField
      label={t(`admin.purpose.${purpose}`)}
      choices={chosen[purpose] === null ? [none, ...choices] : choices}
      value={chosen[purpose] ?? ''}
      aria-invalid={chosen[purpose] === null || undefined}
      onChange={(id) => id && onChoose(id)}
      className={classes(
        changedPurposes.has(purpose) && '[&_select]:border-ink [&_select]:font-semibold',
      )}
    />
  );
}
