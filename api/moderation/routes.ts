import type { Route } from '../http/route.ts';
import { getAdminReports, postAdminReport, postDismissReports, postReport } from './reports.ts';

export const moderationRoutes: readonly Route[] = [
  getAdminReports,
  postAdminReport,
  postDismissReports,
  postReport,
];
