import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError, toFile } from 'openai';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawPicture } from './drawing.ts';
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

const say = (content: string, model = 'gpt-6-luna') =>
  client.chat.completions.create({ model, messages: [{ role: 'user', content }] });
const paint = (prompt: string, model: string = 'gpt-image-2.6-flare') =>
  client.images.generate({ model, prompt, quality: 'low' });
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

async function streamed(content: string) {
  const stream = await client.chat.completions.create({
    model: 'gpt-6-luna',
    messages: [{ role: 'user', content }],
    stream: true,
    stream_options: { include_usage: true },
  });
  const seen = { text: '', refusal: '', finish: null as string | null, total: 0, chunks: 0 };
  for await (const { choices, usage } of stream) {
    seen.chunks++;
    seen.text += choices[0]?.delta.content ?? '';
    seen.refusal += choices[0]?.delta.refusal ?? '';
    seen.finish = choices[0]?.finish_reason ?? seen.finish;
    seen.total = usage?.total_tokens ?? seen.total;
  }
  return seen;
}

const answerIn = async (system: string) => {
  const { choices } = await client.chat.completions.create({
    model: 'gpt-6-luna',
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: 'How do I save money?' },
    ],
  });
  return choices[0]?.message.content ?? '';
};

describe('models and keys', () => {
  it('the list of models has a shutdown date', async () => {
    const { data } = await client.models.list();
    expect(data.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        'gpt-6.2-sol',
        'gpt-6-luna',
        'gpt-image-2.6-sunburst',
        'gpt-image-2.6-flare',
        'text-embedding-3-small',
      ]),
    );
    expect(data.every((model) => 'shutdown_date' in model)).toBe(true);
  });

  it('a request without a key gets 401', async () => {
    const answer = await fetch(`${sandbox.url}/models`);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({
      error: { type: 'invalid_request_error', code: null },
    });
  });

  it('a model that is not listed gets model_not_found', async () => {
    const error = await getError(say('hello', 'gpt-2'));
    expect(error).toMatchObject({ status: 404, code: 'model_not_found' });
    expect(error.requestID).toMatch(/^req_/);
  });

  it('a picture from a text model gets 400', async () => {
    expect(await getError(paint('x', 'gpt-6-luna'))).toMatchObject({ status: 400, param: 'model' });
  });
});

describe('text', () => {
  it('an answer is about the prompt and is the same every time', async () => {
    const [first, second] = [
      await say('Tips for terrace gardening'),
      await say('Tips for terrace gardening'),
    ];
    const text = first.choices[0]?.message.content ?? '';
    expect(text).toMatch(/terrace gardening/i);
    expect(second.choices[0]?.message.content).toBe(text);
    expect(first.choices[0]?.finish_reason).toBe('stop');
    expect(first.usage?.total_tokens).toBe(
      (first.usage?.prompt_tokens ?? 0) + (first.usage?.completion_tokens ?? 0),
    );
  });

  it('the chunks of a stream are the whole text, followed by a finish and the usage', async () => {
    const whole = await say('Tips for terrace gardening');
    const seen = await streamed('Tips for terrace gardening');
    expect(seen.text).toBe(whole.choices[0]?.message.content);
    expect(seen).toMatchObject({ finish: 'stop', total: whole.usage?.total_tokens });
    expect(seen.chunks).toBeGreaterThan(8);
  });

  it('a request for ideas as JSON gets four ideas within the limits', async () => {
    const answer = await say(
      'Give me 4 Instagram post ideas. Return JSON only. Niche: home bakery with the longest name in all of Maharashtra; Audience: students',
    );
    const ideas = JSON.parse(answer.choices[0]?.message.content ?? '') as Record<
      string,
      string & string[]
    >[];
    expect(ideas).toHaveLength(4);
    expect(new Set(ideas.map(({ title }) => title)).size).toBe(4);
    for (const { title, visualPrompt, captionBrief, hashtags } of ideas) {
      expect(title?.length).toBeLessThan(60);
      expect(visualPrompt).toBeTruthy();
      expect(captionBrief).toBeTruthy();
      expect(hashtags?.length).toBeGreaterThanOrEqual(4);
      expect(hashtags?.length).toBeLessThanOrEqual(6);
    }
  });

  it('with json_object the ideas are in an object', async () => {
    const answer = await client.chat.completions.create({
      model: 'gpt-6-luna',
      messages: [{ role: 'user', content: 'Instagram ideas about tea as JSON' }],
      response_format: { type: 'json_object' },
    });
    expect(JSON.parse(answer.choices[0]?.message.content ?? '').ideas).toHaveLength(4);
  });

  it('a picture with a request for captions gets three bullets within the limits', async () => {
    const answer = await client.chat.completions.create({
      model: 'gpt-6.2-sol',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Write 3 Instagram caption variations for this bakery' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          ],
        },
      ],
    });
    const bullets = (answer.choices[0]?.message.content ?? '').split('\n\n');
    expect(bullets).toHaveLength(3);
    for (const bullet of bullets) {
      expect(bullet).toMatch(/^- /);
      expect(bullet.split(/\s+/).length).toBeLessThan(100);
      expect(bullet.match(/#/g)?.length).toBeGreaterThanOrEqual(3);
      expect(bullet.match(/#/g)?.length).toBeLessThanOrEqual(5);
    }
  });

  it('an answer is in the language that the system message asks for', async () => {
    expect(await answerIn('Answer in Hindi.')).toMatch(/[\u0905-\u0939]{3}/);
    const hinglish = await answerIn('Answer in Hinglish (Hindi in Latin letters).');
    expect(hinglish).not.toMatch(/[\u0905-\u0939]/);
    expect(hinglish).toMatch(/\b(karo|hai|ke|mein|ko)\b/);
  });
});

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

  it('a size that the model does not support gets 400 invalid_value', async () => {
    const odd = client.images.generate({
      model: 'gpt-image-2.6-sunburst',
      prompt: 'x',
      size: '1000x1000' as never,
    });
    expect(await getError(odd)).toMatchObject({
      status: 400,
      code: 'invalid_value',
      param: 'size',
    });
    const old = client.images.generate({
      model: 'gpt-image-2',
      prompt: 'x',
      size: '100x100' as never,
    });
    expect(await getError(old)).toMatchObject({ status: 400, param: 'size' });
  });

  it('an edit resembles its input, sent as one file or several', async () => {
    const input = await drawPicture({
      prompt: 'a beach',
      provider: 'google',
      premium: true,
      width: 640,
      height: 400,
    });
    const other = await drawPicture({
      prompt: 'mumbai skyline',
      provider: 'google',
      premium: true,
      width: 640,
      height: 400,
    });
    const file = () => toFile(input, 'beach.png', { type: 'image/png' });
    for (const image of [await file(), [await file(), await file()]]) {
      const answer = await client.images.edit({
        model: 'gpt-image-2.6-sunburst',
        prompt: 'add flowers',
        image,
      });
      const edited = getBytes(answer);
      expect(await measureDistance(edited, input)).toBeLessThan(
        await measureDistance(edited, other),
      );
      // `auto` keeps the orientation of the input.
      expect(answer.size).toBe('1536x1024');
    }
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

  it('an edit of a file that is not a picture gets 400', async () => {
    const image = await toFile(Buffer.from('hello'), 'x.png', { type: 'image/png' });
    const call = client.images.edit({ model: 'gpt-image-2.6-sunburst', prompt: 'x', image });
    expect(await getError(call)).toMatchObject({ status: 400, param: 'image' });
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

describe('markers', () => {
  const expected: Record<string, object> = {
    quota: { status: 429, type: 'insufficient_quota', code: 'insufficient_quota' },
    credits: { status: 429, type: 'insufficient_quota', code: 'credit_balance_exhausted' },
    access: { status: 403, message: expect.stringContaining('must be verified') },
    key: { status: 401, code: 'invalid_api_key' },
    model: { status: 404, code: 'model_not_found' },
    region: { status: 403 },
    rate_limit: { status: 429, code: 'rate_limit_exceeded' },
    request: { status: 400, code: 'invalid_value' },
    server: { status: 503, code: 'server_is_overloaded' },
    timeout: { status: 408 },
    midstream: { status: 500, type: 'server_error' },
    copyright: { status: 400, message: expect.stringContaining('copyright') },
  };
  for (const [kind, fields] of Object.entries(expected)) {
    it(`the SDK throws the error of [[fail:${kind}]] for texts and pictures`, async () => {
      expect(await getError(say(`hi [[fail:${kind}]]`))).toMatchObject(fields);
      expect(await getError(paint(`hi [[fail:${kind}]]`))).toMatchObject(fields);
    });
  }

  it('pictures and texts are refused in their own ways with [[fail:safety]]', async () => {
    expect(await getError(paint('x [[fail:safety]]'))).toMatchObject({
      status: 400,
      type: 'image_generation_user_error',
      code: 'moderation_blocked',
      message: expect.stringContaining('safety_violations=['),
    });
    expect(await getError(say('x [[fail:safety]]'))).toMatchObject({
      code: 'content_policy_violation',
    });
    expect(await getError(paint('x [[fail:filtered]]'))).toMatchObject({
      code: 'content_policy_violation',
    });
    expect(await getError(paint('x [[fail:refusal]]'))).toMatchObject({
      code: 'moderation_blocked',
    });
  });

  it('a rate limit or an overload has a Retry-After', async () => {
    for (const kind of ['rate_limit', 'server']) {
      expect((await getError(say(`x [[fail:${kind}]]`))).headers?.get('retry-after')).toBe('1');
    }
  });

  it('refusals and cut answers have their reasons in the message', async () => {
    expect((await say('x [[fail:filtered]]')).choices[0]?.finish_reason).toBe('content_filter');
    expect((await say('x [[fail:refusal]]')).choices[0]?.message).toMatchObject({
      content: null,
      refusal: expect.any(String),
    });
    expect((await say('x [[fail:length]]')).choices[0]).toMatchObject({
      finish_reason: 'length',
      message: { content: '' },
    });
    expect((await say('x [[fail:generic]]')).choices[0]?.message.content).toBe('');
    expect((await paint('x [[fail:generic]]')).data).toEqual([]);
    expect(await streamed('x [[fail:filtered]]')).toMatchObject({ finish: 'content_filter' });
    expect((await streamed('x [[fail:refusal]]')).refusal).not.toBe('');
  });

  it('with [[fail:midstream]] a stream has chunks and then an error without a status', async () => {
    const error = await getError(streamed('x [[fail:midstream]]'));
    expect(error).toMatchObject({ status: undefined, type: 'server_error' });
  });

  it('with [[fail:truncated]] a stream ends with neither error nor finish', async () => {
    const seen = await streamed('x [[fail:truncated]]');
    expect(seen.text.length).toBeGreaterThan(0);
    expect(seen).toMatchObject({ finish: null, total: 0 });
  });

  it('with [[fail:truncated]] a whole answer breaks the connection', async () => {
    expect(await getError(paint('x [[fail:truncated]]'))).toBeInstanceOf(APIConnectionError);
    expect(await getError(say('x [[fail:truncated]]'))).toBeInstanceOf(APIConnectionError);
  });

  it('with [[fail:hang]] a request ends only when the client gives up', async () => {
    const call = client.chat.completions.create(
      { model: 'gpt-6-luna', messages: [{ role: 'user', content: 'x [[fail:hang]]' }] },
      { timeout: 150 },
    );
    expect(await getError(call)).toBeInstanceOf(APIConnectionTimeoutError);
  });

  it("with *1 the SDK's retry succeeds", async () => {
    const patient = new OpenAI({ baseURL: sandbox.url, apiKey: 'x', maxRetries: 1 });
    const call = patient.chat.completions.create({
      model: 'gpt-6-luna',
      messages: [{ role: 'user', content: 'once [[fail:server*1]]' }],
    });
    expect((await call).choices[0]?.message.content).toBeTruthy();
  });

  it('with #premium only the premium model fails, not the fast one', async () => {
    const prompt = 'a beach [[fail:server#premium]]';
    expect(getBytes(await paint(prompt)).length).toBeGreaterThan(1000);
    expect(await getError(paint(prompt, 'gpt-image-2.6-sunburst'))).toMatchObject({ status: 503 });
  });

  it('an answer takes the latency of its marker', async () => {
    const start = performance.now();
    await say('x [[latency:120]]');
    expect(performance.now() - start).toBeGreaterThan(115);
  });

  it('every chunk of a slow stream takes the time of its marker', async () => {
    const start = performance.now();
    const { chunks } = await streamed('x [[slow:30]]');
    expect(performance.now() - start).toBeGreaterThan((chunks - 4) * 29);
  });

  it('a slow stream stops immediately when aborted', async () => {
    const controller = new AbortController();
    const stream = await client.chat.completions.create(
      {
        model: 'gpt-6-luna',
        messages: [{ role: 'user', content: 'x [[slow:400]]' }],
        stream: true,
      },
      { signal: controller.signal },
    );
    let chunks = 0;
    for await (const _ of stream) {
      chunks++;
      controller.abort();
    }
    expect(chunks).toBeLessThan(3);
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
