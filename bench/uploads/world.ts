/** The API with a stranger, a dozen attackers and their pictures. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formOf, jsonOf, type Body } from '@sachet/api/testing/bodies';
import { photo } from '@sachet/images/testing/photos';
import { signInByPhone } from '../../local/sign-in.ts';
import { createProfile, withServers } from '../servers.ts';

export interface World {
  readonly apiUrl: string;
  readonly apiPid: number;
  readonly stranger: Record<string, string>;
  readonly attackers: readonly Record<string, string>[];
  /** Files as `AttackOptions` wants them. */
  readonly picture: {
    readonly form: string;
    readonly order: string;
    readonly largestOrder: string;
  };
  stop(): Promise<void>;
}

const mebibyte = 1024 * 1024;

/** What ends an attack by itself is set so high that it goes on. */
const endless = {
  REQUESTS_PER_MINUTE: '1000000',
  GENERATIONS_PER_MINUTE: '1000000',
  PREVIEWS_PER_DAY: '1000000',
  UPLOADS_PER_DAY: '1000000',
  UPLOAD_MEGABYTES_PER_DAY: '1000000',
};

export function startWorld(databaseUrl: string): Promise<World> {
  return withServers(databaseUrl, async (servers) => {
    const sandbox = await servers.startSandbox();
    const api = await servers.start<{ url: string }>('api', { ...sandbox.env, ...endless });
    const apiUrl = api.ready.url;
    const { host, projectId } = servers.emulator;
    const signUp = async (i: number) => {
      const { token } = await signInByPhone(host, projectId, `+9198123456${10 + i}`);
      return { ...(await createProfile(apiUrl, token)) };
    };
    const [stranger, ...attackers] = await Promise.all(
      Array.from({ length: 13 }, (_, i) => signUp(i)),
    );
    const picture = await writePictures(servers.imageFolder);
    return { apiUrl, apiPid: api.pid, stranger: stranger!, attackers, picture };
  });
}

async function writePictures(folder: string): Promise<World['picture']> {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, { headers, bytes }: Body) => {
    const path = join(folder, `.${name}`);
    writeFileSync(path, Buffer.concat([Buffer.from(`${JSON.stringify(headers)}\n`), bytes]));
    return path;
  };
  const padded = (bytes: Buffer, size: number) =>
    Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]);
  const orderOf = (bytes: Buffer) => {
    const image = { data: bytes.toString('base64'), mimeType: 'image/jpeg' };
    const order = { mode: 'instagram', provider: 'google', prompt: 'a kite', image };
    const { headers, ...body } = jsonOf(order);
    return { ...body, headers: { ...headers, prefer: 'respond-async' } };
  };
  const large = padded(await photo(6_000, 4_000), 19 * mebibyte);
  const small = padded(await photo(2_000, 1_500), mebibyte);
  return {
    form: write('form', formOf({ bytes: large })),
    order: write('order', orderOf(large)),
    largestOrder: write('largest-order', orderOf(small)),
  };
}
