import { expect, test } from 'vitest';
import { createSseParser, type ServerSentEvent } from './sse';

function eventsOf(...chunks: string[]): ServerSentEvent[] {
  const events: ServerSentEvent[] = [];
  const { feed } = createSseParser((event) => events.push(event));
  for (const chunk of chunks) feed(chunk);
  return events;
}

const stream = 'event: ready\ndata: {"id":""}\n\nevent: wallet\ndata: {"id":"wal_1"}\n\n';
const expected = [
  { event: 'ready', data: '{"id":""}' },
  { event: 'wallet', data: '{"id":"wal_1"}' },
];

test('events, one after the other', () => {
  expect(eventsOf(stream)).toEqual(expected);
});

test('chunks may break anywhere', () => {
  for (let cut = 1; cut < stream.length; cut += 1) {
    expect(eventsOf(stream.slice(0, cut), stream.slice(cut))).toEqual(expected);
  }
  expect(eventsOf(...stream)).toEqual(expected);
});

test('CRLF and CR end lines as well, also when split in the middle', () => {
  const crlf = stream.replaceAll('\n', '\r\n');
  for (let cut = 1; cut < crlf.length; cut += 1) {
    expect(eventsOf(crlf.slice(0, cut), crlf.slice(cut))).toEqual(expected);
  }
});

test('comments are heartbeats, several data lines are one text, no data is no event', () => {
  expect(eventsOf(': beat\n\nevent: ready\n\ndata: a\ndata:b\n\n')).toEqual([
    { event: 'message', data: 'a\nb' },
  ]);
});

test('an event that has not ended is not told', () => {
  expect(eventsOf('event: wallet\ndata: {}\n')).toEqual([]);
});

test('an id belongs to its own event', () => {
  expect(eventsOf('id: 7\nevent: chunk\ndata: a\n\nevent: done\ndata: b\n\n')).toEqual([
    { event: 'chunk', data: 'a', id: '7' },
    { event: 'done', data: 'b' },
  ]);
});
