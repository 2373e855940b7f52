/**
 * The share target of the installed client. Its service worker keeps the photo that was posted to `/share`
 * and redirects to the editor. There the browser says which site started the navigation, even when the form
 * hid its origin: `none` for a share, in newer Chromium `same-origin`. A service worker cannot see that
 * header.
 */
import type { RequestHandler } from 'express';
import { Refusal } from '../http/refusal.ts';

const editor = '/?mode=edit_image';
const ownSites: ReadonlySet<string | undefined> = new Set(['none', 'same-origin']);

/** For photos that arrive before the service worker is installed: their owner chooses them again. */
export const refuseForeignPhoto: RequestHandler = (request, response) => {
  const site = request.get('sec-fetch-site');
  if (site !== undefined && !ownSites.has(site)) {
    throw new Refusal('forbidden', 'Photos can only be shared from your own device.');
  }
  response.redirect(303, editor);
};

/** Keeps a photo that the form of another site posted out of the editor. */
export const closeForeignShare: RequestHandler = (request, response, next) => {
  const isShared = 'shared' in request.query;
  if (!isShared || ownSites.has(request.get('sec-fetch-site'))) return next();
  response.set('Cache-Control', 'no-store').redirect(303, editor);
};
