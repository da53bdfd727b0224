/** Beyond 15 digits it may be more than a number holds exactly: then it is a bigint. */
export function readInteger(text: string): number | bigint {
  const number = Number(text);
  return text.length <= 15 || Number.isSafeInteger(number) ? number : BigInt(text);
}
