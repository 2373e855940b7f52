import type { Request } from 'express';
import { Language } from '@sachet/shared/contracts/vocabulary';
import { languageCookie } from '@sachet/shared/pages';

/** The language that was chosen in this browser, or null. */
export function readLanguage(request: Request): Language | null {
  const cookies = (request.get('cookie') ?? '').split('; ').map((each) => each.split('='));
  const kept = cookies.find(([name]) => name === languageCookie)?.[1];
  return Language.safeParse(kept).data ?? null;
}
