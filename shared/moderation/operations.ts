import { CreateReport, ReportReceived } from './contracts/report.ts';
import type { Operations } from '../operations/operation.ts';

export const moderationOperations = {
  'POST /api/report': {
    access: 'anyone',
    summary: 'Reports a picture or a text that is not allowed. No sign-in needed.',
    body: CreateReport,
    answers: { 201: ReportReceived },
  },
} satisfies Operations;
