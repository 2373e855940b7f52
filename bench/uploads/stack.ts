/** The API, new users, and pictures to upload. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toForm, toJson, type Body } from '@sachet/api/testing/bodies';
import { photo } from '@sachet/images/testing/photos';
import { signInByPhone } from '../../local/sign-in.ts';
import { createProfile, withServers } from '../servers.ts';

export interface Stack {
  readonly apiUrl: string;
  readonly apiPid: number;
  readonly stranger: Record<string, string>;
  /** A new user without uploads. */
  signUp(): Promise<Record<string, string>>;
  /** Files in the format of `AttackOptions`. */
  readonly picture: {
    readonly form: string;
    readonly order: string;
    readonly largestOrder: string;
  };
  stop(): Promise<void>;
}

const mebibyte = 1024 * 1024;

/** Attackers would use many addresses, so that limit is raised; the others are the product's own. */
const manyAddresses = { REQUESTS_PER_MINUTE: '1000000' };

export function startStack(databaseUrl: string): Promise<Stack> {
  return withServers(databaseUrl, async (servers) => {
    const sandbox = await servers.startSandbox();
    const api = await servers.start<{ url: string }>('api', { ...sandbox.env, ...manyAddresses });
    const apiUrl = api.ready.url;
    const { host, projectId } = servers.emulator;
    let people = 0;
    const signUp = async () => {
      const phone = `+9198${String(10_000_000 + people++)}`;
      const { token } = await signInByPhone(host, projectId, phone);
      return { ...(await createProfile(apiUrl, token)) };
    };
    const stranger = await signUp();
    const picture = await writePictures(servers.imageFolder);
    return { apiUrl, apiPid: api.pid, stranger, signUp, picture };
  });
}

async function writePictures(folder: string): Promise<Stack['picture']> {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, { headers, bytes }: Body) => {
    const path = join(folder, `.${name}`);
    writeFileSync(path, Buffer.concat([Buffer.from(`${JSON.stringify(headers)}\n`), bytes]));
    return path;
  };
  const padded = (bytes: Buffer, size: number) =>
    Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]);
  const toRequest = (bytes: Buffer) => {
    const image = { data: bytes.toString('base64'), mimeType: 'image/jpeg' };
    const order = { mode: 'instagram', provider: 'google', prompt: 'a kite', image };
    const { headers, ...body } = toJson(order);
    return { ...body, headers: { ...headers, prefer: 'respond-async' } };
  };
  const large = padded(await photo(6_000, 4_000), 19 * mebibyte);
  const small = padded(await photo(2_000, 1_500), mebibyte);
  return {
    form: write('form', toForm({ bytes: large })),
    order: write('order', toRequest(large)),
    largestOrder: write('largest-order', toRequest(small)),
  };
}
