/** The models of the Gemini stand-in and the shape of its refusals. */
import type { Response } from 'express';
import type { GeminiError } from './gemini-errors.ts';

type Model = { wants: 'text' | 'image' | 'embedding'; premium: boolean; displayName: string };

/** Only the listed models can be used. */
export const geminiModels: Record<string, Model> = {
  'gemini-3-pro': { wants: 'text', premium: true, displayName: 'Gemini 3 Pro' },
  'gemini-3-flash': { wants: 'text', premium: false, displayName: 'Gemini 3 Flash' },
  'gemini-3-pro-image': { wants: 'image', premium: true, displayName: 'Gemini 3 Pro Image' },
  'gemini-3-flash-image': { wants: 'image', premium: false, displayName: 'Gemini 3 Flash Image' },
  'gemini-embedding-001': { wants: 'embedding', premium: false, displayName: 'Gemini Embedding' },
};

export type Part = { text?: string; inlineData?: { mimeType?: string; data?: string } };
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
