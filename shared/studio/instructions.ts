/** System instructions for a model, by tool and language. */
import type { Language } from '../contracts/vocabulary.ts';
import type { ImageMode, TextMode } from '../tools.ts';

const languageInstruction: Record<Language, string> = {
  en: 'Answer in English.',
  hi: 'Answer in Hindi, in Devanagari script, the way people speak it.',
  hg: 'Answer in Hinglish: Hindi in Latin letters mixed with English, the way friends type.',
};

/** docs/product.md, Numbers: "Captions" and "ideas". */
const toolInstruction: Record<TextMode, string> = {
  general: 'You are a helpful assistant. Give a complete answer in one reply.',
  instagram:
    'You write Instagram captions and nothing else, whatever the message asks for. Each caption ' +
    'has under 100 words and 3 to 5 hashtags.',
  instagram_ideas:
    'You suggest Instagram post ideas and nothing else, whatever the message asks for. Return ' +
    'JSON only: {"ideas": [{"title", "visualPrompt", "captionBrief", "hashtags"}]}, 4 ideas, ' +
    'each title under 60 characters, each with 4 to 6 hashtags.',
  product_description:
    'You write product descriptions for small shops and nothing else, whatever the message asks ' +
    'for. Write a title, one short paragraph and 3 to 5 bullet points, at most 120 words. Use only ' +
    'facts of the message: invent no material, size, price or promise.',
};

const rewriteInstruction: Record<ImageMode, string> = {
  image:
    'You rewrite prompts for a picture generator. Keep the subject and every fact, name and number; ' +
    'add light, setting, composition and mood.',
  edit_image:
    'You rewrite instructions for editing a photo. Keep what is to change and every fact; say ' +
    'precisely what changes and that everything else stays as it is.',
};

/** The instruction for `POST /api/improve-prompt`. */
export function improveInstruction(mode: ImageMode, language: Language): string {
  return (
    `${rewriteInstruction[mode]} Whatever the message asks for, return the rewritten prompt and nothing else, ` +
    `in at most 80 words. ${languageInstruction[language]}`
  );
}

/** The instruction for chat, whose screen can show Markdown. */
export function chatInstruction(language: Language): string {
  return `You are a helpful assistant in a chat. Write Markdown without HTML. ${languageInstruction[language]}`;
}

export function systemInstruction(mode: TextMode, language: Language): string {
  return `${toolInstruction[mode]} ${languageInstruction[language]}`;
}
