/**
 * A push service with its browsers: `POST /push/browsers` registers one for a VAPID key, as
 * `pushManager.subscribe` does, and `GET /push/:id` shows what it received, decrypted (RFC 8030, 8291, 8292).
 * `DELETE /push/:id` is a browser that unsubscribed: its address answers 410.
 */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
  type ECDH,
} from 'node:crypto';
import express, { Router, type Request, type Response } from 'express';

interface Browser {
  readonly keys: ECDH;
  readonly auth: Buffer;
  readonly applicationServerKey: string;
  readonly received: unknown[];
  isGone: boolean;
}

const browsersAtMost = 1_000;
const receivedAtMost = 100;
/** Push services refuse longer messages. */
const bodyAtMost = 4096;

export function createPushService(origin: () => string): Router {
  const browsers = new Map<string, Browser>();
  const router = Router();

  router.post('/browsers', express.json(), (request, response) => {
    const { applicationServerKey } = (request.body ?? {}) as { applicationServerKey?: unknown };
    if (typeof applicationServerKey !== 'string') return void response.status(400).end();
    const keys = createECDH('prime256v1');
    keys.generateKeys();
    const id = randomBytes(16).toString('hex');
    const auth = randomBytes(16);
    browsers.set(id, { keys, auth, applicationServerKey, received: [], isGone: false });
    const oldest = browsers.keys().next().value;
    if (browsers.size > browsersAtMost && oldest !== undefined) browsers.delete(oldest);
    response.status(201).json({
      endpoint: `${origin()}/push/${id}`,
      keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
    });
  });

  router.get('/:id', (request, response) => {
    const browser = browsers.get(request.params.id);
    if (!browser) return void response.status(404).end();
    response.json({ received: browser.received });
  });

  router.delete('/:id', (request, response) => {
    const browser = browsers.get(request.params.id);
    if (browser) browser.isGone = true;
    response.status(204).end();
  });

  router.post('/:id', (request, response, next) => {
    receive(request, response, request.params.id).catch(next);
  });

  async function receive(request: Request, response: Response, id: string): Promise<void> {
    const browser = browsers.get(id);
    if (!browser) return void response.status(404).end();
    if (browser.isGone) return void response.status(410).end();
    if (!/^\d+$/.test(request.get('ttl') ?? '')) return void response.status(400).end();
    if (request.get('content-encoding') !== 'aes128gcm') return void response.status(415).end();
    if (!isAuthorized(request.get('authorization') ?? '', browser, origin())) {
      return void response.status(403).end();
    }
    const body = await readBody(request);
    if (!body) return void response.status(413).end();
    browser.received.push(JSON.parse(decrypt(body, browser)));
    if (browser.received.length > receivedAtMost) browser.received.shift();
    response.status(201).end();
  }
  return router;
}

/** Null if it is too long. Express decodes no body with this encoding. */
async function readBody(request: Request): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > bodyAtMost) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** `vapid t=<JWT>, k=<key>`: signed by the key that the browser subscribed with, for this service, for a day. */
function isAuthorized(header: string, { applicationServerKey }: Browser, origin: string): boolean {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  if (key !== applicationServerKey) return false;
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) return false;
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
    aud: unknown;
    exp: number;
    sub: string;
  };
  const nowSeconds = Date.now() / 1000;
  const isFresh = exp > nowSeconds && exp <= nowSeconds + 24 * 60 * 60 + 60;
  return aud === origin && isFresh && /^(https:|mailto:)/.test(sub);
}

const info = (label: string) => Buffer.from(`Content-Encoding: ${label}\0`);

/** One record: salt (16), record size (4), the sender's key with its length, then the encrypted text. */
function decrypt(body: Buffer, { keys, auth }: Browser): string {
  const salt = body.subarray(0, 16);
  const keyLength = body[20]!;
  const sender = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const shared = keys.computeSecret(sender);
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', shared, auth, keyInfo, 32));
  const contentKey = Buffer.from(hkdfSync('sha256', secret, salt, info('aes128gcm'), 16));
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, info('nonce'), 12));
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  // The padding begins with 2 in the last record.
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8');
}
