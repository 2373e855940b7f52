import type { FailureReason, OwnFailure } from './contracts/failure.ts';
import type { FailureCategory, Provider } from '../contracts/vocabulary.ts';

/** The reason of a failed generation, in the fields of docs/product.md, Records. */
export interface StoredFailure {
  category: FailureCategory;
  provider: Provider;
  code: string | null;
  type: string | null;
  status: number | null;
  /** When the provider has capacity again (ISO 8601), if it said so. */
  until?: string;
  /** The words of the model in place of a result: plain text for the person who asked. */
  said?: string;
}

const ownText: Record<OwnFailure, string> = {
  cancelled: 'You cancelled this.',
  cut_short: 'The text didn’t fit into one answer. Ask for something shorter.',
  deadline_exceeded: 'The provider took too long. Try again.',
  deleted: 'You deleted this before it was finished.',
  end_unknown:
    'We couldn’t see how this reply ended. Open the chat again in a minute. Unfinished replies aren’t charged.',
  failed_afterwards: 'The result was lost on our side. Try again.',
  input_missing: 'We no longer have the photo you started from. Upload it again.',
  interrupted: 'The reply was interrupted on our side. Send your message again.',
  no_ideas: 'No ideas generated. Try again.',
  not_stored: 'The result couldn’t be saved on our side. Try again in a few minutes.',
  preview_missing: 'We no longer have the preview this starts from. Make a new one.',
  unfit_picture: 'The provider sent a picture that can’t be used. Try again.',
  unreadable_ideas: "Couldn't parse ideas. Try again with simpler inputs.",
  unreadable_image: 'The picture couldn’t be processed on our side. Try again.',
};

/** Texts for users, in English; the client translates the reason. Only admins see a provider's own words. */
export const failureText: Record<FailureReason, string> = {
  ...ownText,
  generic: 'No result came back. Rephrase your prompt and try again.',
  safety: 'The provider found this unsafe. Try a milder prompt.',
  copyright:
    'This may copy protected work or a real person. Leave out names of brands, characters and artists.',
  quota: 'This provider has no capacity left right now. Try again later.',
  access: 'The problem is on our side. Try again later.',
  request: 'The provider couldn’t read the request. Make it shorter and simpler.',
  server: 'The provider isn’t responding properly. Try again in a minute.',
  rate_limit: 'The provider is busy. Wait a few seconds and try again.',
};

/**
 * Returns one of Sachet's own reasons, which is more precise than the category, or else the category: users
 * cannot understand a provider's code.
 */
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
