/** In UTF-16 units: a sentence and the values that it names. */
export const LONGEST_TEXT = 2000;

/** Long texts end with a sign that they go on. Never cuts a pair of surrogates in two. */
export const cut = (text: string, longest: number = LONGEST_TEXT): string => {
  if (text.length <= longest) return text;
  const last = text.charCodeAt(longest - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? longest - 1 : longest;
  return `${text.slice(0, end)}…`;
};
