/** Reasons of failed generations: the codes that the client translates to text. */
import { z } from 'zod';
import { FailureCategory } from '../../contracts/vocabulary.ts';

/** Failures detected by Sachet, independent of the provider's response. */
export const OwnFailure = z.enum([
  'cancelled',
  'cut_short',
  'deadline_exceeded',
  'deleted',
  'end_unknown',
  'failed_afterwards',
  'input_missing',
  'interrupted',
  'no_ideas',
  'not_stored',
  'preview_missing',
  'unfit_picture',
  'unreadable_ideas',
  'unreadable_image',
]);
export type OwnFailure = z.infer<typeof OwnFailure>;

export const FailureReason = z.enum([...FailureCategory.options, ...OwnFailure.options]);
export type FailureReason = z.infer<typeof FailureReason>;
