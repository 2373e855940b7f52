import OpenAI, { APIConnectionError, APIError, toFile } from 'openai';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOpenAiSandbox } from './openai.ts';
import { measureDistance } from './testing/pixels.ts';

let sandbox: Awaited<ReturnType<typeof startOpenAiSandbox>>;
let client: OpenAI;

beforeAll(async () => {
  sandbox = await startOpenAiSandbox();
  client = new OpenAI({
    baseURL: sandbox.url,
    apiKey: 'sk-sandbox',
    maxRetries: 0,
    timeout: 120_000,
  });
});
afterAll(() => sandbox.close());

const getBytes = (answer: OpenAI.ImagesResponse) =>
  Buffer.from(answer.data?.[0]?.b64_json ?? '', 'base64');

/** The error of a call that must fail. */
async function getError(call: Promise<unknown>): Promise<InstanceType<typeof APIError>> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof APIError)) throw new Error(`Expected an APIError, got ${String(error)}`);
  return error;
}

describe('pictures', () => {
  it('a generated picture is a PNG of the requested size and has usage', async () => {
    const answer = await client.images.generate({
      model: 'gpt-image-2.6-sunburst',
      prompt: 'a beach',
      size: '1280x720' as never,
    });
    const { width, height, format } = await sharp(getBytes(answer)).metadata();
    expect([width, height, format]).toEqual([1280, 720, 'png']);
    expect(answer).toMatchObject({ size: '1280x720', quality: 'high', output_format: 'png' });
    expect(answer.usage?.output_tokens).toBeGreaterThan(0);
  });

  it('with a mask only its transparent part changes, and an invalid mask is refused', async () => {
    const input = await sharp({
      create: { width: 384, height: 256, channels: 3, background: '#4a7d8c' },
    })
      .png()
      .toBuffer();
    const holed = (width: number) =>
      sharp({ create: { width, height: 256, channels: 4, background: '#000f' } })
        .composite([
          {
            input: { create: { width: 128, height: 256, channels: 4, background: '#000f' } },
            left: 0,
            top: 0,
            blend: 'dest-out',
          },
        ])
        .png();
    const edit = async (mask: Buffer) =>
      client.images.edit({
        model: 'gpt-image-2.6-sunburst',
        prompt: 'black and white',
        image: await toFile(input, 'x.png', { type: 'image/png' }),
        mask: await toFile(mask, 'mask.png', { type: 'image/png' }),
        size: '384x256',
      });
    const edited = getBytes(await edit(await holed(384).toBuffer()));
    const part = (bytes: Buffer, left: number) =>
      sharp(bytes).extract({ left, top: 0, width: 120, height: 256 }).png().toBuffer();
    const change = async (left: number) =>
      measureDistance(await part(edited, left), await part(input, left));
    expect(await change(0)).toBeGreaterThan(10);
    expect(await change(140)).toBeLessThan(1);
    for (const wrong of [
      await holed(368).toBuffer(),
      await holed(384).webp().toBuffer(),
      await holed(384).removeAlpha().toBuffer(),
      Buffer.from('hello'),
    ]) {
      expect(await getError(edit(wrong))).toMatchObject({ status: 400, param: 'mask' });
    }
  });

  it('a large body is accepted, and a larger one gets 413', async () => {
    const large = await toFile(Buffer.alloc(25 * 1024 ** 2), 'x.png', { type: 'image/png' });
    expect(
      await getError(
        client.images.edit({ model: 'gpt-image-2.6-sunburst', prompt: 'x', image: large }),
      ),
    ).toMatchObject({ status: 400 });
    const huge = await fetch(`${sandbox.url}/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer x', 'content-type': 'application/json' },
      body: JSON.stringify({ padding: 'x'.repeat(46 * 1024 ** 2) }),
    });
    expect(huge.status).toBe(413);
    expect(await huge.json()).toHaveProperty('error.message');
  });
});

describe('closing', () => {
  it('closing ends a hanging request promptly', async () => {
    const own = await startOpenAiSandbox();
    const theirs = new OpenAI({ baseURL: own.url, apiKey: 'x', maxRetries: 0 });
    const call = getError(
      theirs.chat.completions.create({
        model: 'gpt-6-luna',
        messages: [{ role: 'user', content: '[[fail:hang]]' }],
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    await own.close();
    expect(await call).toBeInstanceOf(APIConnectionError);
  });
});
