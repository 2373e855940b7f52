// Users who do everything concurrently and retry after a 503.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEvent, toRequest, type ReceivedEvent } from './chat.ts';
import {
  previewOrder,
  respondAsync,
  type Answer,
  type AnyBody,
  type Customer,
  type Sent,
} from './client.ts';
import { listenToEvents } from './live.ts';
import { parseMessages } from './server-sent-events.ts';

export interface Load {
  /** Whether each kind of task was completed at least once. */
  hasDoneAll(): boolean;
  /** Resolves when all users have stopped. */
  stop(): Promise<{
    /** How often each kind of task was completed. */
    done: Record<string, number>;
    /** Answers that should never occur. */
    faults: readonly string[];
    /** Generations whose purchase was confirmed. */
    sold: readonly string[];
  }>;
}

/** Ends the current round: the next one begins. */
class Abandoned extends Error {}

export function startLoad(
  stack: { readonly apiUrl: string },
  customers: readonly Customer[],
): Load {
  const done: Record<string, number> = {};
  const faults: string[] = [];
  const sold: string[] = [];
  let stopping = false;

  /** Retries as long as the answer is a proper 503. */
  async function ask(customer: Customer, path: string, sent?: Sent): Promise<Answer<AnyBody>> {
    for (;;) {
      const answer = await customer.send(path, sent);
      if (answer.status < 400) return answer;
      const isAway = answer.status === 503 && Number(answer.headers.get('retry-after')) > 0;
      if (!isAway) {
        faults.push(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
        throw new Abandoned();
      }
      if (stopping) throw new Abandoned();
      await sleep(50);
    }
  }

  async function finished(customer: Customer, id: string, isEnd: (body: AnyBody) => boolean) {
    for (;;) {
      const { body } = await ask(customer, `/api/generation?id=${id}`);
      if (isEnd(body)) return body;
      if (stopping) throw new Abandoned();
      await sleep(50);
    }
  }

  const tasks: Record<string, (customer: Customer) => Promise<void>> = {
    async image(customer) {
      const headers = { ...respondAsync, 'idempotency-key': randomUUID() };
      const { body } = await ask(customer, '/api/generate', { json: previewOrder(), headers });
      const { generationId } = body;
      const isDrawn = ({ status }: AnyBody) => status === 'ready' || status === 'failed';
      const { recipe, status } = await finished(customer, generationId, isDrawn);
      if (status === 'failed') return;
      const unlock = { recipe, finalSize: 1024 };
      await ask(customer, '/api/unlock-image', { json: unlock, headers: respondAsync });
      const isOver = ({ unlockStatus }: AnyBody) =>
        unlockStatus === 'done' || unlockStatus === 'failed';
      const { unlockStatus } = await finished(customer, generationId, isOver);
      if (unlockStatus === 'done') sold.push(generationId);
    },
    async text(customer) {
      const json = previewOrder({ mode: 'general' });
      const headers = { 'idempotency-key': randomUUID() };
      const { body } = await ask(customer, '/api/generate', { json, headers });
      const { generationId, modelId, status } = body;
      if (status !== 'ready') return;
      await ask(customer, '/api/unlock', { json: { generationId, modelId } });
      sold.push(generationId);
    },
    async chat(customer) {
      let conversationId: string | undefined;
      for (let turn = 0; turn < 7 && !stopping; turn += 1) {
        const json = toRequest({ conversationId });
        const headers = { 'idempotency-key': randomUUID() };
        const told = await hear(customer, { json, headers });
        const first = told.find(({ event }) => event === 'conversation');
        if (first?.event === 'conversation') ({ conversationId } = first.data);
        if (told.at(-1)?.event !== 'done') return;
      }
    },
    async wallet(customer) {
      await ask(customer, '/api/wallet');
    },
    async statement(customer) {
      await ask(customer, '/api/statement.csv');
    },
    async events(customer) {
      const stream = await listenToEvents(stack.apiUrl, customer.headers).catch(() => null);
      await sleep(500);
      stream?.close();
    },
  };

  /** Reads the reply to its end, and continues after a stream was cut off. */
  async function hear(customer: Customer, sent: Sent): Promise<ReceivedEvent[]> {
    for (;;) {
      const { body } = await ask(customer, '/api/chat', sent);
      const told = parseMessages(String(body)).map(parseEvent);
      const last = told.at(-1)?.event;
      if (last === 'done' || last === 'error' || stopping) return told;
    }
  }

  async function repeat(name: string, customer: Customer): Promise<void> {
    while (!stopping) {
      try {
        await tasks[name]!(customer);
        done[name] = (done[name] ?? 0) + 1;
      } catch (error) {
        // A download that was cut off is a broken answer, and so is a crashed server, which the caller checks
        // later.
        const isCut = error instanceof TypeError;
        if (!isCut && !(error instanceof Abandoned)) faults.push(`${name}: ${String(error)}`);
        await sleep(20);
      }
    }
  }

  const running = customers.flatMap((customer) =>
    Object.keys(tasks).map((name) => repeat(name, customer)),
  );
  return {
    hasDoneAll: () => Object.keys(tasks).every((name) => name in done),
    async stop() {
      stopping = true;
      await Promise.all(running);
      return { done, faults, sold };
    },
  };
}
