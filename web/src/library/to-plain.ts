/** `"title": "Rain`: a text of ideas is JSON, and ends wherever an excerpt does. */
const field = /"\w+"\s*:\s*"((?:[^"\\]|\\.)*)/g;

/** What a tile shows of a text: neither signs of Markdown nor the names of an idea's parts. */
export function toPlain(text: string): string {
  const isJson = /^\s*[[{]/.test(text);
  const words = isJson ? Array.from(text.matchAll(field), ([, value]) => value).join('\n') : text;
  return words
    .replace(/^\s*[-•]\s/gm, '')
    .replace(/[*_`{}[\]"\\]+|#+(?=\s)/g, ' ')
    .replace(/[ \t]+/g, ' ')
    .replace(/ *\n[ \n]*/g, '\n')
    .trim();
}
