/** `GET /api/geo`: the caller's country, to preselect a phone country code. */
import { z } from 'zod';

export const GeoResponse = z
  .object({
    countryCode: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .nullable()
      .meta({ description: 'ISO 3166-1 alpha-2; null if unknown.' }),
  })
  .meta({ id: 'GeoResponse' });
export type GeoResponse = z.infer<typeof GeoResponse>;
