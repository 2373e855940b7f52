/**
 * The share target of the installed client. Its service worker keeps the photo that was posted to `/share`
 * and redirects to the editor. That redirect has a header (Sec-Fetch-Site) with the site that started the
 * navigation, even when the form hid its origin: `none` for a share, in newer Chromium `same-origin`. The
 * service worker cannot read the header, so the server checks it.
 */
import type { RequestHandler } from 'express';
import { Refusal } from '../http/refusal.ts';

const editor = '/?mode=edit_image';
const ownSites: ReadonlySet<string | undefined> = new Set(['none', 'same-origin']);

/**
 * Handles photos that arrive before the service worker is installed: they are not kept, and their owner
 * chooses them again.
 */
export const refuseForeignPhoto: RequestHandler = (request, response) => {
  const site = request.get('sec-fetch-site');
  if (site !== undefined && !ownSites.has(site)) {
    throw new Refusal('forbidden', 'Photos can only be shared from your own device.');
  }
  response.redirect(303, editor);
};

/** Prevents the form of another site from opening its photo in the editor. */
export const closeForeignShare: RequestHandler = (request, response, next) => {
  const isShared = 'shared' in request.query;
  if (!isShared || ownSites.has(request.get('sec-fetch-site'))) return next();
  response.set('Cache-Control', 'no-store').redirect(303, editor);
};
