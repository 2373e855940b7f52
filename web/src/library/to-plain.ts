/** `"title": "Rain`: a text of ideas is JSON, and ends wherever an excerpt does. */
const field = /"\w+"\s*:\s*"((?:[^"\\]|\\.)*)/g;

/** What a tile shows of a text: neither signs of Markdown nor the names of an idea's parts. */
export function toPlain(text: string): string {
  const isJson = /^\s*[[{]/.test(text);
  const words = isJson ? Array.from(text.matchAll(field), ([, value]) => value).join('\n') : text;
  return words
    .replace(/^[^\S\n\r\u2028\u2029]*[-•]\s/gm, '')
    .replace(/[*_`{}[\]"\\]+/g, ' ')
    .replace(/#+(\s?)/g, (marks, space: string) => (space ? ` ${space}` : marks))
    .replace(/[ \t]+/g, ' ')
    .replace(/[ \n]+/g, (gap) => (gap.includes('\n') ? '\n' : gap))
    .trim();
}
