import type { Route } from '../http/route.ts';
import { getConfig } from './config.ts';
import { getGeo } from './get-geo.ts';
import { getHealth, getReadiness } from './health.ts';

export const siteRoutes: readonly Route[] = [getConfig, getGeo, getHealth, getReadiness];
