/** The messages of `npm start`. They are functions, so that a test prints each, also those of rare states. */
import { demoPassword, demoPeople } from '../../ops/cli/demo-people.ts';
import type { Plan } from '../../ops/cli/environment.ts';
import { seconds } from './steps.ts';

type StandIns = Pick<Plan, 'standIns'>;

export function describeMismatch({ standIns }: StandIns): string {
  return standIns.includes('postgres')
    ? 'The data in .local was made by another version of Sachet. Start over with `npm start -- --reset`.'
    : 'The database of DATABASE_URL was made by another version of Sachet. Use a new database.';
}

export function describeWrongOption({ message }: Error): string {
  return `${message}\nusage: npm start [-- --reset]`;
}

export function describeEnd(name: string, logFile: string, lines: string): string {
  return `\n${name} ended unexpectedly. The last lines of ${logFile}:\n${lines}\n`;
}

export function toResetLines({ standIns }: StandIns): string[] {
  const own = standIns.includes('postgres')
    ? []
    : ['  DATABASE_URL is your own database and was not changed.'];
  return ['  All data in .local was deleted.', ...own];
}

export function toWelcomeLines(
  { standIns }: StandIns,
  url: string,
  inboxUrl: string | undefined,
  tookMs: number,
): string[] {
  const ready = `\nSachet is ready after ${seconds(tookMs)}:  ${url}\n`;
  if (!standIns.includes('firebase')) {
    return [ready, '  Sign in with the accounts of your own Firebase project.\n'];
  }
  const people = demoPeople.map(({ title, email, phoneNumber }) => {
    const phone = phoneNumber ? `or ${phoneNumber} by OTP` : '';
    return `  ${title.padEnd(20)} ${email.padEnd(20)} ${demoPassword}  ${phone}`.trimEnd();
  });
  return [
    ready,
    ...people,
    ...(inboxUrl ? [`\n  Codes and mails arrive at ${inboxUrl}`] : []),
    '  Ctrl-C stops everything; the data stays for the next start.\n',
  ];
}
