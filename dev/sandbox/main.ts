/**
 * All stand-ins in one process. Ports come from the environment (0, the default, takes a free one); the
 * chosen ports are printed as one line of JSON and sent to the parent process.
 */
import { startGeminiSandbox } from './gemini.ts';
import { reusePictures } from './drawing.ts';
import { startInbox } from './inbox.ts';
import { startOpenAiSandbox } from './openai.ts';
import { startRazorpaySandbox } from './razorpay.ts';

function whole(name: string, most: number): number {
  const text = process.env[name] || '0';
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > most) {
    throw new Error(`${name} is '${text}': a whole number from 0 to ${most} is expected.`);
  }
  return value;
}

if (process.env.SANDBOX_REUSES_PICTURES) reusePictures();
const latencyMs = whole('SANDBOX_LATENCY_MS', 60_000);
const emulatorHost = process.env.FIREBASE_AUTH_EMULATOR_HOST;

const [openAi, gemini, razorpay, inbox] = await Promise.all([
  startOpenAiSandbox({ port: whole('OPENAI_SANDBOX_PORT', 65_535), latencyMs }),
  startGeminiSandbox({ port: whole('GEMINI_SANDBOX_PORT', 65_535), latencyMs }),
  startRazorpaySandbox({
    port: whole('RAZORPAY_SANDBOX_PORT', 65_535),
    webhookUrl: process.env.RAZORPAY_SANDBOX_WEBHOOK_URL || null,
  }),
  startInbox({
    port: whole('INBOX_PORT', 65_535),
    smtpPort: whole('SMTP_SANDBOX_PORT', 65_535),
    emulatorUrl: emulatorHost ? `http://${emulatorHost}` : null,
    projectId: process.env.FIREBASE_PROJECT_ID ?? 'demo-sachet',
  }),
]);

async function stop(): Promise<void> {
  await Promise.all([openAi.close(), gemini.close(), razorpay.close(), inbox.close()]);
  process.exit(0);
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
// The channel closes when the parent process ends.
process.once('disconnect', stop);

const ready = {
  ready: true,
  openaiUrl: openAi.url,
  geminiUrl: gemini.url,
  razorpayUrl: razorpay.url,
  inboxUrl: inbox.url,
  smtpUrl: inbox.smtpUrl,
};
process.send?.(ready);
console.log(JSON.stringify(ready));
