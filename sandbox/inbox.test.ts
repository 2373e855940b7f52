import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startInbox, type InboxAnswer } from './inbox.ts';

let emulator: Server;
let emulatorUrl: string;
let codes: object[];
let links: object[];
let inbox: Awaited<ReturnType<typeof startInbox>>;

beforeEach(async () => {
  codes = [];
  links = [];
  emulator = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url === '/emulator/v1/projects/demo-x/verificationCodes')
      response.end(JSON.stringify({ verificationCodes: codes }));
    else if (request.url === '/emulator/v1/projects/demo-x/oobCodes')
      response.end(JSON.stringify({ oobCodes: links }));
    else response.writeHead(404).end('{}');
  });
  await new Promise<void>((resolve) => emulator.listen(0, '127.0.0.1', resolve));
  emulatorUrl = `http://127.0.0.1:${(emulator.address() as AddressInfo).port}`;
  inbox = await startInbox({ emulatorUrl, projectId: 'demo-x' });
});

afterEach(async () => {
  await inbox.close();
  emulator.closeAllConnections();
  emulator.close();
});

const list = async (): Promise<InboxAnswer> =>
  (await (await fetch(`${inbox.url}/api/messages`)).json()) as InboxAnswer;
/** Sends all SMTP lines in one packet after the greeting; resolves with all answers. */
const say = async (lines: string[]): Promise<string> => {
  const { hostname, port } = new URL(inbox.smtpUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, 'readable');
  socket.write(['EHLO test', ...lines, 'QUIT', ''].join('\r\n'));
  return readText(socket);
};
const mailing = (to: string, message: string[]) => [
  'MAIL FROM:<studio@sachet.test>',
  `RCPT TO:<${to}>`,
  'DATA',
  ...message,
  '.',
];
const post = ({ to, subject, text }: { to: string; subject: string; text: string }) =>
  say(mailing(to, [`Subject: ${subject}`, '', text]));

describe('the inbox', () => {
  it('codes and links of the emulator are listed newest first', async () => {
    codes.push({ phoneNumber: '+919876543210', sessionInfo: 'a', code: '123456' });
    await list();
    links.push({
      email: 'a@b.in',
      requestType: 'VERIFY_EMAIL',
      oobCode: 'o',
      oobLink: 'http://127.0.0.1/x',
    });
    await list();
    codes.push({ phoneNumber: '+919876543210', sessionInfo: 'b', code: '654321' });
    const { messages, emulator: state } = await list();
    expect(messages.map(({ code, link }) => code ?? link)).toEqual([
      '654321',
      'http://127.0.0.1/x',
      '123456',
    ]);
    expect(state).toBe('up');
  });

  it('a link that is not a web link is not listed as a link', async () => {
    links.push({
      email: 'a@b.in',
      requestType: 'VERIFY_EMAIL',
      oobCode: 'o',
      oobLink: 'javascript:alert(1)',
    });
    expect((await list()).messages[0]?.link).toBeNull();
  });

  it('sent mail is listed with its link, and at most 200 mails are kept', async () => {
    const answered = await post({
      to: 'a@b.in',
      subject: 'Invite',
      text: 'Join: https://sachet.test/join?x=1',
    });
    expect(answered).toMatch(/^250 .*queued/im);
    expect((await list()).messages[0]).toMatchObject({
      to: 'a@b.in',
      link: 'https://sachet.test/join?x=1',
    });
    const more = Array.from({ length: 200 }, (_, index) =>
      mailing('a@b.in', [`Subject: n${index}`, '', 'x']),
    );
    await say(more.flat());
    const { messages } = await list();
    expect(messages).toHaveLength(200);
    expect(messages[0]?.subject).toBe('n199');
    expect(messages.at(-1)?.subject).toBe('n0');
  });

  it('a mail in another script and with several parts is readable', async () => {
    await say(
      mailing('a@b.in', [
        'Subject: =?UTF-8?B?4KSo4KSu4KS44KWN4KSk4KWH?=',
        'Content-Type: multipart/alternative; boundary=x',
        '',
        '--x',
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: quoted-printable',
        '',
        'Sign up:=20https://sachet.test/signup?email=3Da%40b.in',
        '--x',
        'Content-Type: text/html',
        '',
        '<p>Sign up</p>',
        '--x--',
      ]),
    );
    expect((await list()).messages[0]).toMatchObject({
      kind: 'mail',
      subject: 'नमस्ते',
      text: 'Sign up: https://sachet.test/signup?email=a%40b.in',
      link: 'https://sachet.test/signup?email=a%40b.in',
    });
  });

  it('a mail that is too large, has too many recipients or a marker is refused', async () => {
    expect(await say(['MAIL FROM:<a@b.in> SIZE=2000000'])).toMatch(/^552 /m);
    const large = Array.from({ length: 1_200 }, () => 'x'.repeat(998));
    expect(await say(mailing('a@b.in', ['Subject: large', '', ...large]))).toMatch(/^552 5\.3\.4/m);
    const readers = Array.from({ length: 21 }, (_, index) => `RCPT TO:<a${index}@b.in>`);
    expect(await say(['MAIL FROM:<a@b.in>', ...readers])).toMatch(/^452 4\.5\.3/m);
    expect(await post({ to: 'a+mail-refuse@b.in', subject: 'x', text: 'x' })).toMatch(/^550 5/m);
    expect(await post({ to: 'a+mail-busy@b.in', subject: 'x', text: 'x' })).toMatch(/^451 4/m);
    expect(await post({ to: 'a@b.in', subject: '[[mail:refuse]]', text: 'x' })).toMatch(/^550 5/m);
    expect((await list()).messages).toEqual([]);
  });

  it('a sender that hangs up in the middle does not affect others', async () => {
    const { hostname, port } = new URL(inbox.smtpUrl);
    const rude = connect(Number(port), hostname);
    await once(rude, 'data');
    rude.write('EHLO test\r\nMAIL FROM:<a@b.in>\r\nRCPT TO:<a@b.in>\r\nDATA\r\nSubject: half');
    await once(rude, 'data');
    rude.resetAndDestroy();
    await post({ to: 'a@b.in', subject: 'whole', text: 'x' });
    expect((await list()).messages.map(({ subject }) => subject)).toEqual(['whole']);
  });

  it('the inbox reports an emulator that is down, and keeps our own mail', async () => {
    await post({ to: 'a@b.in', subject: 'Invite', text: 'x' });
    emulator.closeAllConnections();
    await new Promise((resolve) => emulator.close(resolve));
    expect(await list()).toMatchObject({ emulator: 'down', messages: [{ subject: 'Invite' }] });
  });

  it('the page loads nothing from other hosts', async () => {
    const answer = await fetch(inbox.url);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    const page = await answer.text();
    expect(page).toContain('Sandbox inbox');
    expect(page).not.toMatch(/src=|innerHTML|https?:/);
  });
});
