// `npm run models -- check`: checks whether the models of a new installation still work. Reads the known
// facts about them and, if `.env` has a provider's key, that provider's own list.
import { createProviders } from '@sachet/adapters/providers/configured';
import { providerEntries, providers } from '@sachet/shared/providers';
import { knownModels } from '@sachet/shared/models/known-models';
import { dayMs } from '@sachet/shared/time';
import { readOwnGiven } from './environment.ts';
import { complain, describe, Plain, say } from '../../dev/local/steps.ts';

const warnWithinDays = 30;

try {
  if (process.argv[2] !== 'check' || process.argv.length > 3) {
    throw new Plain('usage: npm run models -- check');
  }
  const findings = await check();
  for (const finding of findings) say(finding);
  if (findings.length === 0) say('Every model of a new installation works for the next 30 days.');
  process.exitCode = findings.length > 0 ? 1 : 0;
} catch (error) {
  complain(describe(error));
  process.exitCode = 1;
}

async function check(): Promise<string[]> {
  const seeded = knownModels.filter(({ isOnSale }) => isOnSale);
  const known = seeded.flatMap(({ provider, id, endsOn }) =>
    endsOn ? describeEnd(`${provider}/${id}`, new Date(endsOn)) : [],
  );
  const given = readOwnGiven();
  const adapters = createProviders(given);
  const listed = await Promise.all(
    providers.map(async (provider) => {
      if (!given[providerEntries[provider].variables.key]) return [];
      const outcome = await adapters[provider].models(new AbortController().signal);
      if (!outcome.ok) {
        const why = outcome.failure.detail ?? outcome.failure.category;
        return [`${provider} gives no list: ${why}`];
      }
      return seeded
        .filter((model) => model.provider === provider)
        .flatMap(({ id }) => {
          const listing = outcome.value.models.find((model) => model.id === id);
          if (!listing) return [`${provider}/${id} is not listed by its provider.`];
          return listing.shutdownAt ? describeEnd(`${provider}/${id}`, listing.shutdownAt) : [];
        });
    }),
  );
  return [...known, ...listed.flat()];
}

function describeEnd(name: string, endsAt: Date): string[] {
  const days = Math.ceil((endsAt.getTime() - Date.now()) / dayMs);
  const day = endsAt.toISOString().slice(0, 10);
  if (days <= 0) return [`${name} ended on ${day}.`];
  return days <= warnWithinDays ? [`${name} ends on ${day}, in ${days} days.`] : [];
}
