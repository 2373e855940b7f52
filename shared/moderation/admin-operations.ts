import {
  ContentReport,
  ContentReports,
  DismissReports,
  ReportActionRequest,
  ReportsDismissed,
  ReportsQuery,
} from './contracts/report.ts';
import type { Operations } from '../operations/operation.ts';

export const moderationAdminOperations = {
  'GET /api/admin/reports': {
    access: 'super-admin',
    summary:
      'Reports with their evidence and clocks: open ones oldest first, closed ones newest first.',
    query: ReportsQuery,
    answers: { 200: ContentReports },
  },
  'POST /api/admin/reports': {
    access: 'super-admin',
    summary:
      'Acknowledges a report, notes that an order has come, takes down what it names, dismisses it, ' +
      'or writes something down.',
    body: ReportActionRequest,
    answers: { 200: ContentReport },
    refusals: ['wrong_state', 'not_found'],
  },
  'POST /api/admin/reports/dismiss': {
    access: 'super-admin',
    summary: 'Dismisses many reports with one reason. Closed reports do not change.',
    body: DismissReports,
    answers: { 200: ReportsDismissed },
    refusals: ['wrong_state', 'not_found'],
  },
} satisfies Operations;
