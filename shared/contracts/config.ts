/** `GET /api/config`: client configuration needed before sign-in. */
import { z } from 'zod';
import { Language, Rupees } from './vocabulary.ts';

export const ClientConfig = z
  .object({
    firebase: z.object({
      projectId: z.string(),
      apiKey: z.string(),
      emulatorUrl: z.url().optional().meta({ description: 'Set only when the emulator is used.' }),
    }),
    razorpay: z.object({ keyId: z.string(), scriptUrl: z.url() }).nullable(),
    languages: z.array(Language),
    providers: z.array(z.string()).meta({
      description:
        'The providers that may receive prompts here: all but optional ones without a key.',
    }),
    rateCardVersion: z.string(),
    signupBonus: Rupees,
    rulesNoticeDays: z.number().int().meta({
      description: 'Interval of the content rules notice, in days; 0 for never.',
    }),
    standIns: z.boolean().meta({ description: 'Whether any provider is a local stand-in.' }),
    inboxUrl: z
      .url()
      .optional()
      .meta({ description: 'URL of the sandbox inbox with the codes and mails.' }),
    analytics: z.object({ measurementId: z.string() }).nullable().meta({
      description: 'Null until a measurement id is configured: then nothing is measured.',
    }),
    company: z.object({
      name: z.string(),
      registrationId: z.string(),
      taxId: z.string(),
      city: z.string(),
      state: z.string(),
      country: z.string(),
      supportEmail: z.string(),
    }),
  })
  .meta({ id: 'ClientConfig' });
export type ClientConfig = z.infer<typeof ClientConfig>;
