const apps =
  /Instagram|FBAN|FBAV|FB_IAB|Messenger|WhatsApp|Snapchat|Twitter|LinkedInApp|Pinterest|musical_ly|BytedanceWebview|Line\/|GSA\/|; wv\)/;

/**
 * A browser inside another app, by its user agent. The payment sheet's frame does not run in them:
 * they go to the payment's own page and come back by a form.
 */
export function isInAppBrowser(userAgent: string): boolean {
  // On iOS only the real browsers name Safari.
  const isBareWebView = /iPhone|iPad|iPod/.test(userAgent) && !userAgent.includes('Safari/');
  return apps.test(userAgent) || isBareWebView;
}
