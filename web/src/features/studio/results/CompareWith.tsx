import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import type { Provider } from '@sachet/shared/providers';
import { useId } from 'react';
import { providerName } from '../../../app/base/provider';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { compactInputClasses } from '../../../ui/Field';
import { useOthers } from '../generation/use-others';
import { CompareError } from './CompareSlot';
import { useCompare } from './use-compare';

/** Returns the providers whose result the second column can show; none while there is nothing to choose. */
export function useSecondChoices(
  results: readonly (GenerationResult | undefined)[],
): readonly Provider[] {
  const others = useOthers();
  const [first, second] = results;
  // Until every result is loaded, a provider that has one could be asked again.
  const isLoaded = results.every((result) => result !== undefined);
  const choices = first && second && isLoaded ? others(first) : [];
  return choices.length < 2 ? [] : choices;
}

/**
 * The head of the second column: lets the user choose whose result is in it. A provider without a result is
 * asked. A phone shows all results, so it only offers to ask. Absent while there is nothing to choose.
 */
export function CompareWith({
  results,
  choices,
  onShow,
}: {
  /** In the order in which they are shown; undefined until loaded. */
  results: readonly (GenerationResult | undefined)[];
  /** See `useSecondChoices`. */
  choices: readonly Provider[];
  /** Shows this result in the second column. */
  onShow: (result: GenerationResult) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const { compare, comparing, error } = useCompare(onShow);
  const [first, second] = results;
  if (!first || !second || choices.length === 0) return null;

  function choose(name: string) {
    const chosen = choices.find((choice) => choice === name);
    const known = results.find((result) => result?.provider === chosen);
    if (known) onShow(known);
    else if (first && chosen) void compare(first, chosen);
  }

  const unasked = choices.filter((choice) =>
    results.every((result) => result?.provider !== choice),
  );
  return (
    <div
      className={classes(
        'mb-4 grid gap-2 md:justify-items-end',
        unasked.length === 0 && 'max-md:hidden',
      )}
    >
      <div className="flex items-center gap-2 max-md:hidden">
        <label htmlFor={id} className="shrink-0 text-note font-semibold">
          {comparing ? t('results.comparing') : t('results.compareWith')}
        </label>
        <select
          id={id}
          value={comparing ?? second.provider}
          disabled={comparing !== null}
          onChange={({ target }) => choose(target.value)}
          className={classes(compactInputClasses, 'w-auto! font-semibold')}
        >
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {providerName[choice]}
            </option>
          ))}
        </select>
      </div>
      {unasked.map((choice) => (
        <Button
          key={choice}
          look="outline"
          size="small"
          busy={comparing !== null}
          className="md:hidden"
          onClick={() => choose(choice)}
        >
          {comparing === choice
            ? t('results.comparing')
            : t('results.compare', { provider: providerName[choice] })}
        </Button>
      ))}
      <CompareError error={error} />
    </div>
  );
}
