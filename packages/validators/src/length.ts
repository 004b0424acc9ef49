/** How many characters a text has; those that take two code units count once. */
export function lengthOf(text: string): number {
  let pairs = 0;
  for (let at = 1; at < text.length; at++) {
    if (isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at))) pairs++;
  }
  return text.length - pairs;
}

const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;
