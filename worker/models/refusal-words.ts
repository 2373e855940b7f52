/** The words of notices about providers that refuse our calls. */
import type { RefusalCause } from '@sachet/shared/models/contracts/refusal-cause';
import { nameProvider, type Provider } from '@sachet/shared/providers';
import { toRemedyUrl } from '@sachet/shared/models/provider-remedies';

/** Why it refuses, and what to do. */
const remedies: Record<RefusalCause, string> = {
  billing:
    'the account cannot pay. Add credit, raise the limit of spending or activate the billing',
  key: 'it does not accept our API key. Create a new key and put it in the settings',
  leaked_key:
    'our API key was published and is blocked. Delete it, put a new key in the settings and find out where it was published',
  account: 'the account is suspended. Ask the provider for the reason',
  verification: 'the organization is not verified. Verify it',
  region: 'it does not serve the region of our server or our account. Change the region',
  model: 'the account may not use the model, or the model does not exist. Enable another model',
  capacity: 'a limit of the account is used up. Raise the limit, or wait',
  parameter: 'the model does not take a parameter. Enable another model',
  other: 'read its words, and correct our settings',
};

/** The words of a notice about a provider's refusals: why, what to do and where, and the provider's own words. */
export function toRefusalMessage(
  what: string,
  given: {
    provider: Provider;
    cause: RefusalCause;
    modelId?: string | null;
    status: number | null;
    code: string | null;
    detail: string | null;
  },
): string {
  const { provider, cause, modelId, status, code, detail } = given;
  const signs = [modelId && `model ${modelId}`, status, code].filter(Boolean).join(', ');
  const url = toRemedyUrl(provider, cause);
  const said = detail ? ` ${nameProvider(provider, 'product')} says: “${detail}”` : '';
  return `${what}: ${remedies[cause]}${url ? ` at ${url}` : ''}${signs && ` (${signs})`}.${said}`;
}
