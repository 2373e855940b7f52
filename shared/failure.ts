import type { FailureReason, OwnFailure } from './contracts/failure.ts';
import type { FailureCategory, Provider } from './contracts/vocabulary.ts';

/** The reason of a failed generation, in the fields of docs/product.md, Records. */
export interface StoredFailure {
  category: FailureCategory;
  provider: Provider;
  code: string | null;
  type: string | null;
  status: number | null;
}

const ownText: Record<OwnFailure, string> = {
  cancelled: 'You cancelled this.',
  cut_short: 'The text did not fit into one answer. Ask for something shorter.',
  deadline_exceeded: 'We stopped waiting for the provider. Try again.',
  deleted: 'You deleted this before it was finished.',
  end_unknown:
    'We could not see how this reply ended. Open the conversation again in a minute; what was not finished is not charged.',
  input_missing: 'We no longer have the photo that this starts from. Upload it again.',
  interrupted: 'The reply broke off on our side. Send your message again.',
  preview_missing: 'We no longer have the preview that this starts from. Make a new one.',
};

/** In English, for people; the client translates the reason. A provider's own words are for admins only. */
export const failureText: Record<FailureReason, string> = {
  ...ownText,
  generic: 'The provider gave nothing back. Say it in other words and try again.',
  safety: 'The provider found the request unsafe. Soften or change the subject.',
  copyright:
    'This may copy protected work or a real person. Leave out names of brands, characters and artists.',
  quota: 'This provider has no capacity left right now. Try again later.',
  access: 'The provider refused us, not you. Try again later.',
  request: 'The provider could not read the request. Make it shorter and plainer.',
  server: 'The provider did not answer as it should. Try again in a minute.',
  rate_limit: 'The provider is busy. Wait a few seconds and try again.',
};

/** Our own code says more than its category; a provider's code says nothing to people. */
export function toFailureReason<Category extends FailureCategory | null>({
  category,
  code,
}: {
  category: Category;
  code: string | null;
}): OwnFailure | Category {
  return code !== null && Object.hasOwn(ownText, code) ? (code as OwnFailure) : category;
}

export const toFailureText = (failure: StoredFailure): string =>
  failureText[toFailureReason(failure)];
