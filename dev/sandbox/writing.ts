/** Texts for the stand-ins, made from the words of the prompt: ideas, captions, or a plain answer. */
import type { SandboxProvider } from './markers.ts';
import { randomFrom, type Random } from './random.ts';
import phrases from './phrases.json' with { type: 'json' };

export type Conversation = {
  system: string;
  prompt: string;
  provider: SandboxProvider;
  /** The number of turns before this one, so that the third answer does not read like the first. */
  turn: number;
  withImage: boolean;
  /** Whether the answer must be a JSON object (OpenAI's `json_object` cannot be a list). */
  jsonObject: boolean;
  ideasFault: 'broken' | 'none' | 'fenced' | null;
};

const ignored = new Set(
  'a an the and or of for in on at to with my your our me i we you is are be it this that please write create make give tell about some can could would how what why when where which generate draw show need want help post image picture photo caption captions instagram idea ideas variation variations bullet point points each under words hashtags using language reply answer json only return hindi english hinglish ke ka ki hai mein par aur se ko liye kya में का की के है हैं से को पर और यह वह एक लिए क्या कैसे साथ मेरा मेरी मेरे अपना अपनी अपने'.split(
    ' ',
  ),
);

/** The keywords of a prompt, in its order. */
function toTopicWords(prompt: string): string[] {
  const words = prompt.toLowerCase().match(/[\p{L}\p{M}][\p{L}\p{M}'-]+/gu) ?? [];
  return [...new Set(words.filter((word) => word.length > 2 && !ignored.has(word)))];
}

function labelled(prompt: string, label: string): string | null {
  const found = new RegExp(`\\b${label}\\s*[:=]\\s*([^\\n;,.|]+)`, 'i').exec(prompt);
  return found?.[1]?.trim().replace(/^["']|["']$/g, '') || null;
}

function toTopic(prompt: string): string {
  const said = labelled(prompt, 'niche') ?? labelled(prompt, 'title') ?? labelled(prompt, 'topic');
  return (said ?? toTopicWords(prompt).slice(0, 4).join(' ')) || 'your day';
}

function detectLanguage({ system, prompt }: Conversation): keyof typeof phrases {
  const asked = `${system}\n${prompt}`;
  if (/hinglish/i.test(asked)) return 'hg';
  if (/\bhindi\b|हिन्दी|हिंदी|[\u0904-\u0939]{2}/iu.test(asked)) return 'hi';
  return 'en';
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function toHashtags(topic: string, usual: string[], count: number): string[] {
  const own = toTopicWords(topic).map((word) => `#${capital(word.replace(/['-]/g, ''))}`);
  return [...new Set([...own.slice(0, 2), ...usual])].slice(0, count);
}

function shuffled<T>(random: Random, list: readonly T[]): T[] {
  return list
    .map((item) => ({ item, order: random.next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

const maxTitle = 59;

const shortened = (topic: string): string => topic.split(/\s+/).slice(0, 4).join(' ');

function writeIdeas(conversation: Conversation, random: Random): string {
  const { prompt } = conversation;
  const said = phrases[detectLanguage(conversation)];
  const topic = toTopic(prompt);
  const audience = labelled(prompt, 'audience') ?? said.everyone;
  const vibe = labelled(prompt, 'vibe') ?? random.pick(said.vibes);
  const ideas = shuffled(random, [...said.visuals.keys()])
    .slice(0, 4)
    .map((index) => {
      const fill = (text: string, about = topic) =>
        text
          .replaceAll('{topic}', about)
          .replaceAll('{audience}', audience)
          .replaceAll('{vibe}', vibe);
      const whole = fill(said.titles[index]!);
      const title = whole.length > maxTitle ? fill(said.titles[index]!, shortened(topic)) : whole;
      return {
        title: capital(title.slice(0, maxTitle)),
        visualPrompt: fill(said.visuals[index]!),
        captionBrief: capital(fill(said.briefs[index]!)),
        hashtags: toHashtags(topic, shuffled(random, said.hashtags), random.whole(4, 6)),
      };
    });
  const asObject =
    conversation.jsonObject || /["']?ideas["']?\s*:\s*\[/.test(prompt + conversation.system);
  const given = conversation.ideasFault === 'none' ? [] : ideas;
  const json = JSON.stringify(asObject ? { ideas: given } : given, null, 2);
  if (conversation.ideasFault === 'fenced') return `\`\`\`json\n${json}\n\`\`\``;
  return conversation.ideasFault === 'broken' ? json.slice(0, json.length / 2) : json;
}

function writeCaptions(conversation: Conversation, random: Random): string {
  const said = phrases[detectLanguage(conversation)];
  const topic = toTopic(conversation.prompt);
  const contact = /^End each caption with this contact, unchanged: (.+)$/m.exec(
    conversation.prompt,
  )?.[1];
  return shuffled(random, said.captions)
    .slice(0, 3)
    .map((caption) => {
      const tags = toHashtags(topic, shuffled(random, said.hashtags), random.whole(3, 5));
      const ending = contact ? ` ${contact}` : '';
      return `- ${capital(caption.replaceAll('{topic}', topic))} ${tags.join(' ')}${ending}`;
    })
    .join('\n\n');
}

function writeAnswer(conversation: Conversation, random: Random): string {
  const said = phrases[detectLanguage(conversation)];
  const topic = toTopic(conversation.prompt);
  const opening = conversation.turn > 0 ? random.pick(said.goOn) : random.pick(said.openings);
  const points = shuffled(random, said.points).slice(0, conversation.provider === 'openai' ? 3 : 4);
  const list = points
    .map((point, index) =>
      conversation.provider === 'openai' ? `${index + 1}. ${point}` : `* ${point}`,
    )
    .join('\n');
  const seen = conversation.withImage ? `${random.pick(said.seen)} ` : '';
  return `${seen}${opening}\n\n${list}\n\n${random.pick(said.closings)}`.replaceAll(
    '{topic}',
    topic,
  );
}

/** The prompt, extended with a light, a setting and a mood. */
function rewritePrompt(conversation: Conversation, random: Random): string {
  const { settings } = phrases[detectLanguage(conversation)];
  const more = shuffled(random, settings).slice(0, 3).join(', ');
  return `${conversation.prompt.trim().replace(/[.।]+$/, '')}, ${more}`;
}

/** The same conversation always gets the same text. */
export function writeText(conversation: Conversation): string {
  const { provider, system, prompt, turn } = conversation;
  const random = randomFrom(`${provider}:${turn}:${system}:${prompt}`);
  const asked = `${system}\n${prompt}`;
  const wantsJson = conversation.jsonObject || /\bjson\b/i.test(asked);
  if (wantsJson && /\bideas?\b/i.test(asked)) return writeIdeas(conversation, random);
  if (conversation.jsonObject) return JSON.stringify({ answer: writeAnswer(conversation, random) });
  if (/\brewrite\b/i.test(system)) return rewritePrompt(conversation, random);
  if (/\bcaptions?\b|कैप्शन/i.test(prompt)) return writeCaptions(conversation, random);
  return writeAnswer(conversation, random);
}
