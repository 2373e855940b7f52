/**
 * The zeros of Indian scripts, and of Arabic and full-width digits. In Unicode, the other nine digits of a
 * script follow its zero.
 */
const zeros = Array.from('०০੦૦୦௦౦೦൦٠۰０', (zero) => zero.codePointAt(0)!);

/** Converts digits of these scripts to 0 to 9. Other characters do not change. */
export function toAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const point = digit.codePointAt(0)!;
    const zero = zeros.find((each) => point >= each && point < each + 10);
    return zero === undefined ? digit : String(point - zero);
  });
}

/** Returns only the digits of the text, as 0 to 9. */
export function toDigits(text: string): string {
  return toAsciiDigits(text).replace(/[^0-9]/g, '');
}
