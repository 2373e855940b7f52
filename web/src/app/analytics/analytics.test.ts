import { beforeEach, describe, expect, test } from 'vitest';
import { createAnalytics, type AnalyticsPage } from './analytics';

const id = 'G-TEST123';
const signUp = { name: 'sign_up', method: 'phone' } as const;

function openPage() {
  const scripts: string[] = [];
  const window: AnalyticsPage['window'] = {};
  const document = {
    cookie: '',
    createElement: () => ({ src: '', async: false }),
    head: { append: ({ src }: { src: string }) => void scripts.push(src) },
  };
  const page = { document, window, location: { origin: 'https://x.test', hostname: 'x.test' } };
  const analytics = createAnalytics(() => page as unknown as AnalyticsPage);
  const commands = () =>
    (window.dataLayer ?? []).map((command) => Array.from(command as ArrayLike<unknown>));
  return { analytics, scripts, document, window, commands };
}

let page: ReturnType<typeof openPage>;
beforeEach(() => {
  page = openPage();
});

describe('without a measurement id', () => {
  test('analytics loads no script and keeps no event without a measurement id, even with consent', () => {
    page.analytics.updateConsent('granted');
    page.analytics.track(signUp);
    expect(page.scripts).toEqual([]);
    expect(page.window.dataLayer).toBeUndefined();
  });
});

describe('with a measurement id', () => {
  beforeEach(() => page.analytics.configure(id));

  test.each([[null], ['denied']] as const)(
    'analytics sends nothing while consent is %s',
    (consent) => {
      if (consent) page.analytics.updateConsent(consent);
      page.analytics.track(signUp);
      expect(page.scripts).toEqual([]);
      expect(page.window.dataLayer).toBeUndefined();
    },
  );

  test('analytics denies everything by default, allows analytics after consent and loads the script once', () => {
    page.analytics.updateConsent('granted');
    page.analytics.updateConsent('granted');
    page.analytics.configure(id);
    expect(page.scripts).toEqual([`https://www.googletagmanager.com/gtag/js?id=${id}`]);
    const [first, second] = page.commands();
    expect(first).toEqual([
      'consent',
      'default',
      {
        ad_storage: 'denied',
        ad_user_data: 'denied',
        ad_personalization: 'denied',
        analytics_storage: 'denied',
      },
    ]);
    expect(second).toEqual([
      'consent',
      'update',
      expect.objectContaining({ analytics_storage: 'granted', ad_storage: 'denied' }),
    ]);
  });

  test('analytics sends events in the form that the tag reads', () => {
    page.analytics.updateConsent('granted');
    page.analytics.track(signUp);
    expect(page.commands().at(-1)).toEqual(['event', 'sign_up', { method: 'phone' }]);
    expect(Object.prototype.toString.call(page.window.dataLayer?.at(-1))).toBe(
      '[object Arguments]',
    );
  });

  test('analytics sends the address of a page view without its query', () => {
    page.analytics.updateConsent('granted');
    page.analytics.track({ name: 'page_view', path: '/signup' });
    expect(page.commands().at(-1)).toEqual([
      'event',
      'page_view',
      { page_location: 'https://x.test/signup' },
    ]);
  });

  test('analytics updates the tag, deletes its cookies and sends nothing after consent is withdrawn', () => {
    page.analytics.updateConsent('granted');
    page.document.cookie = '_ga=1';
    page.analytics.updateConsent('denied');
    expect(page.commands().at(-1)).toEqual([
      'consent',
      'update',
      expect.objectContaining({ analytics_storage: 'denied' }),
    ]);
    expect(page.document.cookie).toMatch(/^_ga=; path=\/; max-age=0/);
    expect(page.window[`ga-disable-${id}`]).toBe(true);
    const before = page.commands().length;
    page.analytics.track(signUp);
    expect(page.commands()).toHaveLength(before);

    page.analytics.updateConsent('granted');
    expect(page.window[`ga-disable-${id}`]).toBe(false);
    expect(page.scripts).toHaveLength(1);
  });
});

test('analytics loads the script when the measurement id arrives after consent', () => {
  page.analytics.updateConsent('granted');
  page.analytics.configure(id);
  expect(page.scripts).toHaveLength(1);
});
