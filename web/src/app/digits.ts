/**
 * The zeros of the scripts that phones in India type digits in, and of the Arabic and full-width forms.
 * In Unicode the other nine digits of a script follow its zero.
 */
const zeros = Array.from('०০੦૦୦௦౦೦൦٠۰０', (zero) => zero.codePointAt(0)!);

/** Digits of any of these scripts as 0 to 9; all other characters stay. */
export function toAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const point = digit.codePointAt(0)!;
    const zero = zeros.find((each) => point >= each && point < each + 10);
    return zero === undefined ? digit : String(point - zero);
  });
}

/** The digits alone, as 0 to 9. */
export function toDigits(text: string): string {
  return toAsciiDigits(text).replace(/[^0-9]/g, '');
}
