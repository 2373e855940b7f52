/**
 * Answers like Patroni's `/primary` for each server whose address is an argument. A separate process, because
 * HAProxy takes a server for down while a busy test does not answer.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPool } from '@sachet/db/connect';

const ports = await Promise.all(process.argv.slice(2).map(answerFor));
process.send?.({ ready: true, ports });

async function answerFor(url: string): Promise<number> {
  const pool = createPool(url, { max: 1, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  const isPrimary = async () => {
    const { rows } = await pool.query('select pg_is_in_recovery() as recovering');
    return !rows[0].recovering;
  };
  const server = createServer((_request, response) => {
    void isPrimary()
      .catch(() => false)
      .then((isIt) => response.writeHead(isIt ? 200 : 503).end());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}
