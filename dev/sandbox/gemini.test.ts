import { GoogleGenAI, Modality } from '@google/genai';
import sharp from 'sharp';
import { expect, it, onTestFinished } from 'vitest';
import { startGeminiSandbox } from './gemini.ts';

it('a picture has the size in the table of ratios', async () => {
  const sandbox = await startGeminiSandbox();
  onTestFinished(() => sandbox.close());
  const httpOptions = { baseUrl: sandbox.url, apiVersion: 'v1' };
  const client = new GoogleGenAI({ apiKey: 'sandbox', httpOptions });
  for (const [aspectRatio, imageSize, size] of [
    ['1:1', '1K', [1024, 1024]],
    ['16:9', '1K', [1376, 768]],
    ['9:16', '2K', [1536, 2752]],
  ] as const) {
    const answer = await client.models.generateContent({
      model: 'gemini-nano-banana-2.1',
      contents: 'a beach',
      config: { responseModalities: [Modality.IMAGE], imageConfig: { aspectRatio, imageSize } },
    });
    const [candidate] = answer.candidates ?? [];
    const data = candidate?.content?.parts?.find(({ inlineData }) => inlineData)?.inlineData?.data;
    const { width, height, format } = await sharp(Buffer.from(data ?? '', 'base64')).metadata();
    expect([format, [width, height]]).toEqual(['png', size]);
    expect(candidate?.finishReason).toBe('STOP');
  }
});
