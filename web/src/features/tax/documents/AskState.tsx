import type { StateCode } from '@sachet/shared/tax/states';
import { useState } from 'react';
import { api } from '../../../api/client';
import { useApi } from '../../../api/use-api';
import { useAction } from '../../../app/base/use-action';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { FieldError, SelectField } from '../../../ui/Field';
import { useStateChoices } from './state-choices';

/**
 * Asks for the State with the first top-up, because it decides the tax on the bill. Paying does not wait for
 * the answer. After it or "Not now" the question is not asked again.
 */
export function AskState() {
  const { t } = useTranslation();
  const { data: details, mutate } = useApi('GET /api/billing-profile');
  const choices = useStateChoices();
  const [chosen, setChosen] = useState<StateCode | ''>('');
  const [isHidden, setIsHidden] = useState(false);
  const save = useAction(async (stateCode: StateCode | null) => {
    if (!details) return;
    const body = { ...details.profile, stateCode };
    const profile = await api('POST /api/billing-profile', { body });
    await mutate({ ...details, profile, asksForState: false }, { revalidate: false });
  });

  async function choose(code: StateCode | '') {
    if (code === '') return;
    setChosen(code);
    const isSaved = await save.run(code);
    if (!isSaved) setChosen('');
  }

  const isAnswered = chosen !== '';
  if (isHidden || !(details?.asksForState || isAnswered)) return null;
  return (
    <div className="grid gap-1 rounded-xl bg-sunk px-4 pt-3 pb-2">
      <SelectField<StateCode | ''>
        label={t('bills.askState')}
        value={chosen}
        disabled={save.busy}
        onChange={(code) => void choose(code)}
        choices={choices}
      />
      <FieldError>{save.error}</FieldError>
      <div className="flex min-h-11 items-center justify-between gap-x-3">
        <p role="status" className="text-note text-pretty text-ink-soft">
          {t(isAnswered && !save.busy ? 'bills.stateSaved' : 'bills.stateHint')}
        </p>
        {!isAnswered && (
          <Button
            look="plain"
            size="small"
            className="-mr-4 shrink-0"
            onClick={() => {
              setIsHidden(true);
              void save.run(null);
            }}
          >
            {t('studioCommon.notNow')}
          </Button>
        )}
      </div>
    </div>
  );
}
