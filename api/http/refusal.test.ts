import { connect, type AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler } from 'express';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { answerWithError, Refusal } from './refusal.ts';

test('a sender who disconnects within the body is not logged as a failure of the database', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line) => lines.push(line) });
  const app = express();
  app.use(express.json());
  const failed = new Promise<unknown>((done) => {
    const notice: ErrorRequestHandler = (error, _request, _response, next) => {
      next(error);
      done(error);
    };
    app.use(notice);
  });
  app.use(answerWithError(log));
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((done) => server.once('listening', done));

  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const head = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n';
  socket.write(`${head}content-length: 100\r\n\r\n{"begun":`, () => socket.destroy());
  expect(await failed).toMatchObject({ type: 'request.aborted', code: 'ECONNABORTED' });
  expect(lines).toEqual([]);
});

test.each([
  [true, 500, 'internal'],
  [false, 403, 'gift_own'],
])(
  'a refusal that its operation does not declare is a failure if strict is %s',
  async (isStrict, status, code) => {
    const lines: string[] = [];
    const app = express();
    app.get('/api/geo', () => {
      throw new Refusal('gift_own', 'Not yours.');
    });
    app.use(answerWithError(pino({}, { write: (line) => lines.push(line) }), { isStrict }));
    const server = app.listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((done) => server.once('listening', done));
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/api/geo`);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      status,
      code,
    ]);
    expect(lines.join()).toContain('the refusal is not declared');
  },
);
