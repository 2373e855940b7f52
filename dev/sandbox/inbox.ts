/**
 * The sandbox's inbox: SMS codes and email links of the Auth emulator, and the mail that our own SMTP server
 * received, on one page and as JSON. Also the push service.
 */
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { listen, type Running } from './http.ts';
import { createMessages, type EmulatorPlace, type Messages } from './inbox-messages.ts';
import { inboxPage } from './inbox-page.ts';
import { createPushService } from './push.ts';
import { startSmtp } from './smtp.ts';

export type { InboxAnswer } from './inbox-messages.ts';

function inboxApp(messages: Messages, origin: () => string): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use((_request, response, next) => {
    response.set({
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    next();
  });
  app.get('/', (_request, response) => {
    response.type('html').send(inboxPage);
  });
  app.get('/api/messages', async (_request, response) => {
    response.json(await messages.list());
  });
  app.use('/push', createPushService(origin));
  app.use((_request, response) => {
    response.status(404).json({ error: 'Not found.' });
  });
  app.use((_error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    response.status(500).json({ error: 'Internal error.' });
  });
  return app;
}

/** `url` shows the messages; mail is sent to `smtpUrl`. */
export async function startInbox({
  port = 0,
  smtpPort = 0,
  ...emulator
}: EmulatorPlace & { port?: number; smtpPort?: number }): Promise<Running & { smtpUrl: string }> {
  const messages = createMessages(emulator);
  const smtp = await startSmtp(messages.receive, smtpPort);
  let url = '';
  const page = await listen(
    inboxApp(messages, () => url),
    port,
  ).catch(async (error: unknown) => {
    await smtp.close();
    throw error;
  });
  ({ url } = page);
  return {
    url,
    smtpUrl: smtp.url,
    close: async () => void (await Promise.all([page.close(), smtp.close()])),
  };
}
