import { noteRefusal } from '@sachet/db/admin/notices';
import { pickModel } from '@sachet/db/models/selection';
import { giveBackFreeWork, withFreeWork } from '@sachet/db/studio/free-work';
import {
  insertPromptImprovement,
  toImprovementWorkId,
} from '@sachet/db/studio/prompt-improvements';
import { bookAttempts } from '@sachet/flows/models/book-call';
import { toFreeWork } from '@sachet/flows/studio/free-work';
import { isForbiddenPrompt } from '@sachet/flows/moderation/prompt-check';
import { estimateTextUsage, isUnbilled } from '@sachet/adapters/providers/usage-estimate';
import type { Attempt } from '@sachet/adapters/providers/provider';
import { toUserDigest } from '@sachet/adapters/providers/user-digest';
import { findConfiguredProviders } from '@sachet/shared/configuration/configured-providers';
import { estimateCostMicrousd } from '@sachet/shared/studio/free-work';
import { improveInstruction } from '@sachet/shared/studio/instructions';
import { trimEndOf } from '@sachet/shared/text/trim-end-of';
import { improvablePromptMax } from '@sachet/shared/vocabulary';
import { requireProfile } from '../identity/caller.ts';
import type { Dependencies } from '../dependencies.ts';
import { toFreeWorkRefusal } from '../limits/free-work.ts';
import { promptRefused, Refusal } from '../http/refusal.ts';
import { ok, route } from '../http/route.ts';

const perMinute = 6;
/** The user waits for the answer and can do nothing in the meantime. */
const answerWithinMs = 20_000;
const outputTokensMax = 400;

export const postImprovePrompt = route('POST /api/improve-prompt', {
  bodyLimit: 16 * 1024,
  async handle({ deps, caller, body, response }) {
    const profile = await requireProfile(deps, caller);
    const [model, other] = await pickTextModels(deps);
    if (!model)
      throw new Refusal(
        'unavailable',
        'No model is available for this right now. Try again later.',
      );
    if (await isForbiddenPrompt(deps, body.prompt)) throw promptRefused();
    const request = {
      system: improveInstruction(body.mode, body.language),
      messages: [{ role: 'user' as const, content: body.prompt }],
      maxOutputTokens: outputTokensMax,
    };
    const inputText = request.system + body.prompt;
    const toWork = (asked: Model) => {
      const microusd = estimateCostMicrousd(asked, { makes: 'text', inputText, inputImages: 0 });
      return toFreeWork(deps, profile, { microusd, priceRupees: null });
    };
    const inserted = await insertPromptImprovement(deps.db, profile.uid, {
      perMinute,
      perDay: deps.settings.limits.improvedPromptsPerDay,
      freeWork: await toWork(model),
      provider: model.provider,
    });
    if ('usedUp' in inserted) throw toFreeWorkRefusal(profile, inserted.usedUp);
    if ('over' in inserted) throw toLimitRefusal(inserted.over);
    const left = new AbortController();
    response.once('close', () => left.abort());
    const signal = AbortSignal.any([left.signal, AbortSignal.timeout(answerWithinMs)]);
    const ask = async (model: Model): Promise<string> => {
      const attempts: Attempt[] = [];
      const outcome = await deps.providers[model.provider].text({
        ...request,
        purpose: 'improve',
        modelId: model.id,
        signal,
        userDigest: toUserDigest(profile.uid),
        onAttempt: (attempt) => attempts.push(attempt),
      });
      const booked = {
        provider: model.provider,
        modelId: model.id,
        purpose: 'improve',
        promptImprovementId: inserted.id,
        estimate: estimateTextUsage(request, outcome.ok ? outcome.value.text : ''),
      } as const;
      await bookAttempts(deps.db, booked, attempts);
      if (!outcome.ok) await noteRefusal(deps.db, { ...outcome.failure, modelId: model.id });
      if (!outcome.ok && isUnbilled(outcome.failure)) {
        await giveBackFreeWork(deps.db, toImprovementWorkId(inserted.id, model.provider));
      }
      return outcome.ok ? toPrompt(outcome.value.text) : '';
    };
    let prompt = await ask(model);
    if (prompt === '' && other && !signal.aborted) {
      const workId = toImprovementWorkId(inserted.id, other.provider);
      const taken = await withFreeWork(deps.db, await toWork(other), (_trx, take) => take(workId));
      if ('value' in taken) prompt = await ask(other);
    }
    if (prompt === '') {
      throw new Refusal('generation_failed', 'Couldn’t improve your prompt. It hasn’t changed.');
    }
    return ok({ prompt });
  },
});

type Model = NonNullable<Awaited<ReturnType<typeof pickModel>>>;

/** One enabled model of each provider that has one: the second is asked when the first fails. */
async function pickTextModels({ db, settings }: Dependencies): Promise<Model[]> {
  const wanted = { capability: 'text', tier: 'speed', purpose: null } as const;
  const models = await Promise.all(
    findConfiguredProviders(settings).map((provider) => pickModel(db, { ...wanted, provider })),
  );
  return models.filter((model) => model !== undefined);
}

function toLimitRefusal(over: 'minute' | 'day'): Refusal {
  return over === 'minute'
    ? new Refusal('rate_limited', 'Too many requests. Wait a minute and try again.', {
        retryAfterSeconds: 60,
      })
    : new Refusal('rate_limited', "You've used today's free improvements.", {
        retryAfterSeconds: 60 * 60,
      });
}

/** Removes the quotation marks and asterisks that models put around the text. */
function toPrompt(text: string): string {
  const words = text.trim().replace(/^["'“*]+/, '');
  return trimEndOf(words, '"\'”*')
    .trim()
    .slice(0, 2 * improvablePromptMax);
}
