import { allowScript } from '../../browser/trusted-types';

/**
 * Controls Google's tag. Without a measurement id and the visitor's consent, it loads no script and keeps no
 * event.
 */
export type Consent = 'granted' | 'denied';

type AnalyticsEvent =
  | { name: 'page_view'; path: string }
  /** A conversion, sent once for each new profile. */
  | { name: 'sign_up'; method: 'phone' | 'email' };

/** The parts of the page that analytics uses. A test can replace them. */
export type AnalyticsPage = {
  document: {
    cookie: string;
    createElement: (tag: 'script') => { src: string; async: boolean };
    head: { append: (...scripts: never[]) => void };
  };
  window: { dataLayer?: unknown[]; [disableSwitch: `ga-disable-${string}`]: boolean };
  location: { origin: string; hostname: string };
};

const tagUrl = 'https://www.googletagmanager.com/gtag/js';

/**
 * All settings of Google's Consent Mode. Ads stay denied, because the client asks only for consent to
 * analytics.
 */
const denied = {
  ad_storage: 'denied',
  ad_user_data: 'denied',
  ad_personalization: 'denied',
  analytics_storage: 'denied',
};

/** @internal exported for its test */
export function createAnalytics(getPage: () => AnalyticsPage) {
  let measurementId: string | null = null;
  let consent: Consent = 'denied';

  /** Checks the page itself: the first command creates the list that the tag reads. */
  const isLoaded = () => getPage().window.dataLayer !== undefined;

  function gtag(..._command: unknown[]): void {
    const { window } = getPage();
    window.dataLayer ??= [];
    // Google's tag accepts commands only as `arguments` objects, not as arrays.
    // oxlint-disable-next-line prefer-rest-params
    window.dataLayer.push(arguments);
  }

  function load(id: string): void {
    const { document } = getPage();
    gtag('consent', 'default', denied);
    gtag('consent', 'update', { ...denied, analytics_storage: 'granted' });
    gtag('js', new Date());
    gtag('config', id, {
      send_page_view: false,
      allow_google_signals: false,
      allow_ad_personalization_signals: false,
    });
    const script = document.createElement('script');
    script.src = allowScript(`${tagUrl}?id=${encodeURIComponent(id)}`);
    script.async = true;
    document.head.append(script as never);
  }

  /** Deletes the script's cookies after consent was withdrawn. */
  function deleteCookies(): void {
    const { document, location } = getPage();
    const names = document.cookie.split(/;\s*/).map((cookie) => cookie.split('=')[0] ?? '');
    for (const name of names.filter((each) => /^_ga(_|$)/.test(each))) {
      for (const domain of ['', `; domain=${location.hostname}`, `; domain=.${location.hostname}`])
        document.cookie = `${name}=; path=/; max-age=0${domain}`;
    }
  }

  function apply(): void {
    if (!measurementId) return;
    const { window } = getPage();
    window[`ga-disable-${measurementId}`] = consent === 'denied';
    if (!isLoaded()) {
      if (consent === 'granted') load(measurementId);
      return;
    }
    gtag('consent', 'update', { ...denied, analytics_storage: consent });
    if (consent === 'denied') deleteCookies();
  }

  return {
    /** Receives the measurement id, once the config is loaded. */
    configure(id: string): void {
      if (measurementId) return;
      measurementId = id;
      apply();
    },
    updateConsent(next: Consent): void {
      consent = next;
      apply();
    },
    track(event: AnalyticsEvent): void {
      if (!isLoaded() || consent === 'denied') return;
      if (event.name === 'sign_up') return gtag('event', 'sign_up', { method: event.method });
      // Drops the query, because an invitation link contains an email address.
      const page_location = getPage().location.origin + event.path;
      gtag('set', { page_location });
      gtag('event', 'page_view', { page_location });
    },
  };
}

/** The only access to analytics. */
export const analytics = createAnalytics(() => ({
  document: document as unknown as AnalyticsPage['document'],
  window: window as unknown as AnalyticsPage['window'],
  location,
}));
