/** The brand kit of a person or an organization: `/api/brand`. */
import { z } from 'zod';
import { brandLimits } from '../brand.ts';
import { tones } from '../tones.ts';
import { Language, Timestamp } from '../../contracts/vocabulary.ts';

/**
 * Latin letters with Western accents, the scripts of India, joiners, common punctuation and the rupee sign:
 * what the fonts of `adapters/images/fonts` draw.
 */
const drawableRanges = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x900, 0xd7f],
  [0x200c, 0x200d],
  [0x2010, 0x2026],
  [0x20b9, 0x20b9],
] as const;

const isDrawable = (text: string): boolean =>
  Array.from(text, (character) => character.codePointAt(0)!).every((point) =>
    drawableRanges.some(([first, last]) => point >= first && point <= last),
  );

const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine(isDrawable, 'Use letters of English or an Indian language, digits and punctuation.');

const Color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/, 'A color is # and six hexadecimal digits.')
  .meta({ description: '`#rrggbb`, in lower case.' });

const details = {
  name: line(brandLimits.name).min(1, 'Enter a name.'),
  phone: line(brandLimits.phone),
  address: line(brandLimits.address),
  mainColor: Color,
  secondColor: Color,
  tone: z.enum(tones).nullable(),
};

export const BrandKit = z
  .object({ ...details, logoUrl: z.string().nullable(), updatedAt: Timestamp })
  .meta({ id: 'BrandKit' });
export type BrandKit = z.infer<typeof BrandKit>;

/** The kit that the caller uses: the organization's for its members. */
export const Brand = z
  .object({
    kit: BrandKit.nullable().meta({ description: 'Null until it is saved the first time.' }),
    organizationName: z.string().nullable().meta({ description: 'Null for a kit of one’s own.' }),
    mayEdit: z.boolean().meta({ description: 'In an organization, its admins edit the kit.' }),
  })
  .meta({ id: 'Brand' });
export type Brand = z.infer<typeof Brand>;

export const SaveBrandRequest = z
  .object({
    ...details,
    logoUploadId: z.string().min(1).max(60).nullable().optional().meta({
      description:
        'A picture that was sent to `/api/upload`; null removes the logo, and without it the logo stays.',
    }),
  })
  .meta({ id: 'SaveBrandRequest' });
export type SaveBrandRequest = z.infer<typeof SaveBrandRequest>;

export const Corner = z.enum(['top-left', 'top-right', 'bottom-left', 'bottom-right']);
export type Corner = z.infer<typeof Corner>;

const parts = {
  corner: Corner,
  logo: z.boolean().meta({ description: 'Ignored without a logo in the kit.' }),
  strip: z.boolean().meta({ description: 'A strip along the edge: name, phone and address.' }),
};

/** The parts of the kit on a picture, and where. */
export const BrandPlacing = z.object(parts).meta({ id: 'BrandPlacing' });
export type BrandPlacing = z.infer<typeof BrandPlacing>;

const flag = z.enum(['0', '1']).transform((value) => value === '1');

/** The shape of the picture, in pixels. */
export const OverlayQuery = z.object({
  corner: Corner,
  logo: flag,
  strip: flag,
  width: z.coerce.number().int().min(256).max(1080),
  height: z.coerce.number().int().min(256).max(1080),
  language: Language.default('en').meta({
    description: 'Language of the AI label, which moves if the kit would cover it.',
  }),
});

export const Overlay = z
  .object({ image: z.string().meta({ description: 'A transparent PNG as a data URL.' }) })
  .meta({ id: 'Overlay' });
export type Overlay = z.infer<typeof Overlay>;
