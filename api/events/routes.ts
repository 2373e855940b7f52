import type { Route } from '../http/route.ts';
import { getEvents } from './events.ts';

export const eventsRoutes: readonly Route[] = [getEvents];
