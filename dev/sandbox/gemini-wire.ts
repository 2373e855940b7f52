/** The models of the Gemini stand-in and the shape of its refusals. */
import type { Response } from 'express';
import type { GeminiError } from './gemini-errors.ts';
import listedModels from './listed-models.json' with { type: 'json' };

type Model = { wants: 'text' | 'image' | 'other'; premium: boolean; displayName: string };

const other = /tts|live|transcribe|translate|robotics|lyria|omni|audio|embedding/;
const cheap = /lite/;

/** Only listed models that make content can be used. */
export function findModel(id: string): Model | undefined {
  const listed = listedModels.gemini.find(({ name }) => name === `models/${id}`);
  if (!listed?.supportedGenerationMethods.includes('generateContent')) return undefined;
  const wants = other.test(id) ? 'other' : /image|banana/.test(id) ? 'image' : 'text';
  return { wants, premium: !cheap.test(id), displayName: listed.displayName };
}

/** Retired ids are served, and billed, by another model. */
const rerouted: Readonly<Record<string, string>> = { 'gemini-3.7-flash': 'gemini-3.8-flash' };
export const toServedId = (id: string): string => rerouted[id] ?? id;

/** Models that draw only 1K, and refuse the parameter for another size. */
export const drawsOneSize = (id: string): boolean => /lite-image/.test(id);

export type Part = {
  text?: string;
  inlineData?: { mimeType?: string; data?: string };
  thought?: boolean;
};
export type Content = { role?: string; parts?: Part[] };
export type ContentBody = {
  contents?: Content[];
  systemInstruction?: Content;
  generationConfig?: {
    responseModalities?: string[];
    responseMimeType?: string;
    responseSchema?: { type?: string };
    responseJsonSchema?: { type?: string };
    maxOutputTokens?: number;
    thinkingConfig?: { thinkingLevel?: string };
    imageConfig?: { aspectRatio?: string; imageSize?: string };
  };
};

export type ContentCall = {
  id: string;
  wants: 'text' | 'image';
  premium: boolean;
  streamed: boolean;
  latencyMs: number;
};

export function sendError(response: Response, { status, error }: GeminiError): void {
  response.status(status).json({ error });
}
