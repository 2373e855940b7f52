import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
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
const post = (body: unknown) =>
  fetch(`${inbox.url}/api/mail`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('the inbox', () => {
  it('given codes and links of the emulator, when listed, then the newest comes first', async () => {
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

  it('given a link that is no web link, when listed, then it is no link', async () => {
    links.push({
      email: 'a@b.in',
      requestType: 'VERIFY_EMAIL',
      oobCode: 'o',
      oobLink: 'javascript:alert(1)',
    });
    expect((await list()).messages[0]?.link).toBeNull();
  });

  it('given mail posted, when listed, then it is there with its link, and 200 at most are kept', async () => {
    const answer = await post({
      to: 'a@b.in',
      subject: 'Invite',
      text: 'Join: https://sachet.test/join?x=1',
    });
    expect(answer.status).toBe(201);
    expect((await list()).messages[0]).toMatchObject({
      to: 'a@b.in',
      link: 'https://sachet.test/join?x=1',
    });
    for (let index = 0; index < 200; index++)
      await post({ to: 'a@b.in', subject: `n${index}`, text: 'x' });
    const { messages } = await list();
    expect(messages).toHaveLength(200);
    expect(messages[0]?.subject).toBe('n199');
    expect(messages.at(-1)?.subject).toBe('n0');
  });

  it('given mail that lacks a field or cannot be read, when posted, then 400', async () => {
    expect((await post({ to: 'a@b.in', subject: 'x' })).status).toBe(400);
    const broken = await fetch(`${inbox.url}/api/mail`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{',
    });
    expect(broken.status).toBe(400);
  });

  it('given an emulator that is down, when listed, then it says so and keeps our own mail', async () => {
    await post({ to: 'a@b.in', subject: 'Invite', text: 'x' });
    emulator.closeAllConnections();
    await new Promise((resolve) => emulator.close(resolve));
    expect(await list()).toMatchObject({ emulator: 'down', messages: [{ subject: 'Invite' }] });
  });

  it('given the page, when opened, then it loads nothing from elsewhere', async () => {
    const answer = await fetch(inbox.url);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    const page = await answer.text();
    expect(page).toContain('Sandbox inbox');
    expect(page).not.toMatch(/src=|innerHTML|https?:/);
  });
});
