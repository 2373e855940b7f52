import { geminiListed } from './listed-models.ts';
import { ApiError, GoogleGenAI, Modality, type GenerateContentResponse } from '@google/genai';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawPicture } from './drawing.ts';
import { startGeminiSandbox } from './gemini.ts';
import { measureDistance } from './testing/pixels.ts';

let sandbox: Awaited<ReturnType<typeof startGeminiSandbox>>;
let client: GoogleGenAI;

const clientFor = (apiVersion: string) =>
  new GoogleGenAI({ apiKey: 'sandbox', httpOptions: { baseUrl: sandbox.url, apiVersion } });

beforeAll(async () => {
  sandbox = await startGeminiSandbox();
  client = clientFor('v1');
});
afterAll(() => sandbox.close());

const say = (contents: string, model = 'gemini-3.5-flash-lite') =>
  client.models.generateContent({ model, contents });
const paint = (contents: string, imageConfig = {}, model = 'gemini-3.1-flash-lite-image') =>
  client.models.generateContent({
    model,
    contents,
    config: { responseModalities: [Modality.IMAGE], imageConfig },
  });
const getBytes = (answer: GenerateContentResponse) =>
  Buffer.from(
    answer.candidates?.[0]?.content?.parts?.find(({ inlineData }) => inlineData)?.inlineData
      ?.data ?? '',
    'base64',
  );

type WireError = {
  code: number;
  status: string;
  message: string;
  details?: Record<string, unknown>[];
};

async function getError(call: Promise<unknown>): Promise<WireError & { httpStatus: number }> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error(`Expected an ApiError, got ${String(error)}`);
  const body = JSON.parse(error.message.replace(/^got status: \w+\. /, '')) as { error: WireError };
  return { ...body.error, httpStatus: error.status };
}

async function streamed(contents: string) {
  const seen = {
    text: '',
    finish: null as string | null,
    chunks: 0,
    blocked: null as string | null,
  };
  for await (const chunk of await client.models.generateContentStream({
    model: 'gemini-3.5-flash-lite',
    contents,
  })) {
    seen.chunks++;
    seen.text += chunk.text ?? '';
    seen.finish = chunk.candidates?.[0]?.finishReason ?? seen.finish;
    seen.blocked = chunk.promptFeedback?.blockReason ?? seen.blocked;
  }
  return seen;
}

describe('models and keys', () => {
  it('both API versions list every model once, over all pages', async () => {
    for (const version of ['v1', 'v1beta']) {
      const names: string[] = [];
      const pager = await clientFor(version).models.list({ config: { pageSize: 2 } });
      for await (const model of pager) names.push(model.name ?? '');
      expect(names).toEqual(geminiListed.map(({ name }) => name));
    }
  });

  it('a request without a key gets 400 API_KEY_INVALID', async () => {
    const answer = await fetch(`${sandbox.url}/v1/models`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: { status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }] },
    });
  });

  it('a model that is not listed gets 404 NOT_FOUND', async () => {
    expect(await getError(say('x', 'gemini-1'))).toMatchObject({
      httpStatus: 404,
      status: 'NOT_FOUND',
    });
  });

  it('a picture from a text model gets 400', async () => {
    expect(await getError(paint('x', {}, 'gemini-3.5-flash-lite'))).toMatchObject({
      httpStatus: 400,
      status: 'INVALID_ARGUMENT',
    });
  });
});

describe('text', () => {
  it('a whole answer equals its stream, and is about the prompt', async () => {
    const whole = await say('Tips for terrace gardening');
    const stream = await streamed('Tips for terrace gardening');
    expect(whole.text).toMatch(/terrace gardening/i);
    expect(stream.text).toBe(whole.text);
    expect(stream.finish).toBe('STOP');
    expect(stream.chunks).toBeGreaterThan(6);
    expect(whole.usageMetadata?.candidatesTokenCount).toBeGreaterThan(20);
  });

  it('a request for ideas as JSON gets four ideas', async () => {
    const answer = await client.models.generateContent({
      model: 'gemini-3.8-flash',
      contents: 'Instagram ideas. Niche: yoga studio',
      config: { responseMimeType: 'application/json', systemInstruction: 'Titles in Hinglish.' },
    });
    const ideas = JSON.parse(answer.text ?? '') as { title: string; hashtags: string[] }[];
    expect(ideas).toHaveLength(4);
    for (const { title, hashtags } of ideas) {
      expect(title.length).toBeLessThan(60);
      expect(hashtags.length).toBeGreaterThanOrEqual(4);
    }
  });
});

describe('pictures', () => {
  it('a picture has the size in the table of ratios', async () => {
    for (const [aspectRatio, imageSize, size] of [
      ['1:1', '1K', [1024, 1024]],
      ['16:9', '1K', [1376, 768]],
      ['9:16', '2K', [1536, 2752]],
      ['1:1', '4K', [4096, 4096]],
    ] as const) {
      const answer = await paint('a beach', { aspectRatio, imageSize }, 'gemini-nano-banana-2.1');
      const { width, height, format } = await sharp(getBytes(answer)).metadata();
      expect([format, [width, height]]).toEqual(['png', size]);
      expect(answer.candidates?.[0]?.finishReason).toBe('STOP');
    }
  });

  it('an unknown ratio gets 400', async () => {
    expect(await getError(paint('a beach', { aspectRatio: '7:1' }))).toMatchObject({
      httpStatus: 400,
    });
  });

  it('an edit resembles its input and keeps its shape', async () => {
    const input = await drawPicture({
      prompt: 'a beach',
      provider: 'openai',
      premium: true,
      width: 640,
      height: 480,
    });
    const other = await drawPicture({
      prompt: 'mumbai skyline',
      provider: 'openai',
      premium: true,
      width: 640,
      height: 480,
    });
    const answer = await client.models.generateContent({
      model: 'gemini-nano-banana-2.1',
      contents: [
        {
          role: 'user',
          parts: [
            { text: 'vintage filter' },
            { inlineData: { mimeType: 'image/png', data: input.toString('base64') } },
          ],
        },
      ],
      config: { responseModalities: [Modality.IMAGE] },
    });
    const edited = getBytes(answer);
    expect(await measureDistance(edited, input)).toBeLessThan(await measureDistance(edited, other));
    const { width, height } = await sharp(edited).metadata();
    expect([width, height]).toEqual([1200, 896]);
  });

  it('an edit of bytes that are not a picture gets 400', async () => {
    const call = client.models.generateContent({
      model: 'gemini-nano-banana-2.1',
      contents: [
        {
          role: 'user',
          parts: [{ text: 'x' }, { inlineData: { mimeType: 'image/png', data: 'AAAA' } }],
        },
      ],
    });
    expect(await getError(call)).toMatchObject({ httpStatus: 400, status: 'INVALID_ARGUMENT' });
  });
});

describe('markers', () => {
  const expected: Record<string, object> = {
    quota: {
      httpStatus: 429,
      status: 'RESOURCE_EXHAUSTED',
      message: expect.stringMatching(/prepay.*billing/),
    },
    credits: { httpStatus: 402 },
    access: { httpStatus: 403, status: 'PERMISSION_DENIED' },
    key: { httpStatus: 400, details: [expect.objectContaining({ reason: 'API_KEY_INVALID' })] },
    model: { httpStatus: 404, status: 'NOT_FOUND' },
    region: { httpStatus: 400, status: 'FAILED_PRECONDITION' },
    rate_limit: {
      httpStatus: 429,
      status: 'RESOURCE_EXHAUSTED',
      details: expect.arrayContaining([expect.objectContaining({ retryDelay: '1s' })]),
    },
    request: { httpStatus: 400, status: 'INVALID_ARGUMENT' },
    server: { httpStatus: 503, status: 'UNAVAILABLE' },
    timeout: { httpStatus: 504, status: 'DEADLINE_EXCEEDED' },
    midstream: { httpStatus: 500, status: 'INTERNAL' },
  };
  for (const [kind, fields] of Object.entries(expected)) {
    it(`the SDK throws the error of [[fail:${kind}]] for texts and pictures`, async () => {
      expect(await getError(say(`hi [[fail:${kind}]]`))).toMatchObject(fields);
      expect(await getError(paint(`hi [[fail:${kind}]]`))).toMatchObject(fields);
    });
  }

  it('the message of a rate limit does not look like a billing problem', async () => {
    expect((await getError(say('x [[fail:rate_limit]]'))).message).not.toMatch(
      /prepay|credit|billing/i,
    );
  });

  it('blocked texts are answers without content', async () => {
    for (const [kind, blockReason] of [
      ['safety', 'SAFETY'],
      ['refusal', 'PROHIBITED_CONTENT'],
    ]) {
      const answer = await say(`x [[fail:${kind}]]`);
      expect(answer.promptFeedback?.blockReason).toBe(blockReason);
      expect(answer.candidates).toBeUndefined();
    }
    for (const [kind, reason] of [
      ['filtered', 'SAFETY'],
      ['copyright', 'RECITATION'],
      ['length', 'MAX_TOKENS'],
      ['generic', 'OTHER'],
    ]) {
      const [candidate] = (await say(`x [[fail:${kind}]]`)).candidates ?? [];
      expect(candidate?.finishReason).toBe(reason);
      expect(candidate?.content).toBeUndefined();
    }
  });

  it('blocked pictures have the finish reasons that Gemini uses for pictures', async () => {
    for (const [kind, reason] of [
      ['safety', 'IMAGE_SAFETY'],
      ['filtered', 'IMAGE_PROHIBITED_CONTENT'],
      ['copyright', 'IMAGE_RECITATION'],
      ['generic', 'NO_IMAGE'],
    ]) {
      const [candidate] = (await paint(`x [[fail:${kind}]]`)).candidates ?? [];
      expect(candidate?.finishReason).toBe(reason);
      expect(candidate?.content).toBeUndefined();
    }
  });

  it('a stream reports a block and ends', async () => {
    expect(await streamed('x [[fail:safety]]')).toMatchObject({ blocked: 'SAFETY', text: '' });
  });

  it('the SDK throws UNAVAILABLE in a stream with [[fail:midstream]]', async () => {
    expect(await getError(streamed('x [[fail:midstream]]'))).toMatchObject({
      status: 'UNAVAILABLE',
    });
  });

  it('with [[fail:truncated]] a stream has no finish, and a whole answer breaks the connection', async () => {
    const seen = await streamed('x [[fail:truncated]]');
    expect(seen).toMatchObject({ finish: null });
    expect(seen.text).not.toBe('');
    await expect(say('x [[fail:truncated]]')).rejects.toThrow(/fetch failed/);
  });

  it('an aborted request with [[fail:hang]] throws AbortError', async () => {
    const call = client.models.generateContent({
      model: 'gemini-3.5-flash-lite',
      contents: 'x [[fail:hang]]',
      config: { abortSignal: AbortSignal.timeout(100) },
    });
    await expect(call).rejects.toThrow(/abort/i);
  });

  it('a request with a failure marker *1 for this provider succeeds the second time', async () => {
    expect(await getError(say('again [[fail:server@google*1]]'))).toMatchObject({
      httpStatus: 503,
    });
    expect((await say('again [[fail:server@google*1]]')).text).toBeTruthy();
    expect((await say('other [[fail:server@openai]]')).text).toBeTruthy();
  });

  it('an answer takes the configured latency', async () => {
    const slow = await startGeminiSandbox({ latencyMs: 120 });
    const theirs = new GoogleGenAI({
      apiKey: 'x',
      httpOptions: { baseUrl: slow.url, apiVersion: 'v1' },
    });
    const start = performance.now();
    await theirs.models.generateContent({ model: 'gemini-3.5-flash-lite', contents: 'x' });
    expect(performance.now() - start).toBeGreaterThan(115);
    await slow.close();
  });
});
