import { createAnalytics, type AnalyticsPage } from './analytics-seam';

/** The one way to analytics. */
export const analytics = createAnalytics(() => ({
  document: document as unknown as AnalyticsPage['document'],
  window: window as unknown as AnalyticsPage['window'],
  location,
}));
