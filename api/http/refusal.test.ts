import { connect, type AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler } from 'express';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { answerWithError } from './refusal.ts';

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
