/** Types that every contract shares. */
import { z } from 'zod';
import { isDay } from '../time.ts';
import { type Provider as ProviderId, pictureProviders, providers } from '../providers.ts';
import { paidTools } from '../sales.ts';
import { imageModes, modes } from '../tools.ts';
import { qualities } from '../vocabulary.ts';

export const Language = z.enum(['en', 'hi', 'hg']);
export type Language = z.infer<typeof Language>;

export const Provider = z.enum(providers);
export type Provider = z.infer<typeof Provider>;

/**
 * Values by provider, in an answer. A provider may be missing, and one that only a newer server knows is
 * ignored, so that pages and servers of two versions understand each other.
 */
export const byProvider = <Value extends z.ZodType>(value: Value) => byKey(providers, value);

/** As `byProvider`, for the providers that draw. */
export const byPictureProvider = <Value extends z.ZodType>(value: Value) =>
  byKey(pictureProviders, value);

function byKey<Key extends ProviderId, Value extends z.ZodType>(
  keys: readonly Key[],
  value: Value,
) {
  const optional = value.optional();
  return z.object(
    Object.fromEntries(keys.map((key) => [key, optional])) as Record<Key, typeof optional>,
  );
}

export const ModelUse = z.enum(['texts', 'photos in texts', 'pictures', 'edits']);
export type ModelUse = z.infer<typeof ModelUse>;

/** docs/product.md, Screens: the modes of the main screen. */
export const Mode = z.enum(modes);
export type Mode = z.infer<typeof Mode>;

export const ImageMode = z.enum(imageModes);
export type ImageMode = z.infer<typeof ImageMode>;

export const PaidTool = z.enum(paidTools);
export type PaidTool = z.infer<typeof PaidTool>;

export const Quality = z.enum(qualities);
export type Quality = z.infer<typeof Quality>;

/** 5:7 is an A4 sheet, within 1 %. */
export const AspectRatio = z.enum(['1:1', '4:5', '4:3', '3:4', '16:9', '9:16', '5:7']);
export type AspectRatio = z.infer<typeof AspectRatio>;

export const AccountType = z.enum(['individual', 'organization']);
export type AccountType = z.infer<typeof AccountType>;

/** docs/product.md, Messages: the categories of a failed generation. */
export const FailureCategory = z.enum([
  'generic',
  'safety',
  'copyright',
  'quota',
  'access',
  'request',
  'server',
  'rate_limit',
]);
export type FailureCategory = z.infer<typeof FailureCategory>;

/** Rupees on the wire: at most two decimals. */
export const Rupees = z.number().meta({ description: 'Rupees, at most two decimals.' });

export const Timestamp = z.iso.datetime();

export const IndianDay = z
  .string()
  .refine((text) => isDay(text), 'Enter a date such as 2026-03-01.');
