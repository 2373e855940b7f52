/** Reads the reports of Gemini's answers: counts, the model that answered, and its last day. */
import type {
  GenerateContentResponse,
  GenerateContentResponseUsageMetadata,
  ModalityTokenCount,
} from '@google/genai';
import { toAnsweredBy } from './answered-by.ts';
import type { Request } from './call.ts';
import type { Usage } from './provider.ts';
import { startUsage, type ReportedUsage } from './usage.ts';

/** Returns the function that reads a whole answer, or the next chunk of a stream. */
export function startReport(modelId: string, { report }: Request) {
  const counts = startUsage();
  return (answer: GenerateContentResponse): void => {
    counts.take(toCounts(answer.usageMetadata));
    report.usage = counts.read();
    report.answeredBy = toAnsweredBy(modelId, answer.modelVersion) ?? report.answeredBy;
    const retires = new Date(answer.modelStatus?.retirementTime ?? Number.NaN);
    if (!Number.isNaN(retires.getTime())) report.retiresAt = retires;
  };
}

/** Usage of an answer without a result: its input was read and may be billed. */
export function reportedUsage({ usageMetadata }: GenerateContentResponse): { usage: Usage | null } {
  const counts = startUsage();
  counts.take({ outputTokens: 0 });
  counts.take(toCounts(usageMetadata));
  return { usage: counts.read() };
}

/** Thoughts are billed as output, and are not part of the candidates' count. */
function toCounts(usage: GenerateContentResponseUsageMetadata | undefined): ReportedUsage {
  const { candidatesTokenCount: written, thoughtsTokenCount: thoughts = 0 } = usage ?? {};
  return {
    inputTokens: usage?.promptTokenCount,
    cachedTokens: usage?.cachedContentTokenCount,
    imageInputTokens: countImages(usage?.promptTokensDetails),
    outputTokens: written === undefined ? undefined : written + thoughts,
    totalTokens: usage?.totalTokenCount,
  };
}

/**
 * If the answer does not count the image tokens separately, all tokens except thoughts count as the picture.
 */
export function toImageCounts({ outputTokens }: Usage, { usageMetadata }: GenerateContentResponse) {
  const {
    candidatesTokensDetails,
    candidatesTokenCount,
    thoughtsTokenCount = 0,
  } = usageMetadata ?? {};
  const drawn =
    countImages(candidatesTokensDetails) ||
    candidatesTokenCount ||
    outputTokens - thoughtsTokenCount;
  return { imageOutputTokens: Math.min(Math.round(drawn), outputTokens) };
}

function countImages(details: ModalityTokenCount[] | undefined): number | undefined {
  if (!Array.isArray(details)) return undefined;
  const counts = details.filter((detail) => detail?.modality === 'IMAGE');
  return counts.reduce((sum, { tokenCount = 0 }) => sum + tokenCount, 0);
}
