/** Common verbs with an irregular past tense. */
const irregular: Readonly<Record<string, string>> = {
  begin: 'began',
  book: 'booked',
  bring: 'brought',
  build: 'built',
  buy: 'bought',
  choose: 'chose',
  do: 'did',
  draw: 'drew',
  find: 'found',
  forbid: 'forbade',
  get: 'got',
  give: 'gave',
  go: 'went',
  grow: 'grew',
  hide: 'hid',
  hold: 'held',
  keep: 'kept',
  lead: 'led',
  leave: 'left',
  lend: 'lent',
  let: 'let',
  lose: 'lost',
  make: 'made',
  meet: 'met',
  overwrite: 'overwrote',
  pay: 'paid',
  put: 'put',
  read: 'read',
  resend: 'resent',
  rewrite: 'rewrote',
  run: 'ran',
  say: 'said',
  see: 'saw',
  sell: 'sold',
  send: 'sent',
  set: 'set',
  show: 'showed',
  shut: 'shut',
  split: 'split',
  spend: 'spent',
  take: 'took',
  tell: 'told',
  undo: 'undid',
  win: 'won',
  withdraw: 'withdrew',
  write: 'wrote',
};

/** Verbs of two syllables that double their last letter, unlike most. */
const doubled = /(?:cancel|label|refer|defer|admit|permit|submit|commit|omit|equip|transfer|prefer|occur)$/u;

/**
 * The past tense of an event whose name starts with an English verb: `withdraw` is `withdrew`,
 * `mark as paid` is `marked as paid`.
 */
export function pastTense(event: string): string {
  const [, verb = '', rest = ''] = /^(\p{L}+)(.*)$/su.exec(event) ?? [];
  return verb === '' ? event : past(verb.toLowerCase()) + rest;
}

function past(verb: string): string {
  const known = Object.hasOwn(irregular, verb) ? irregular[verb] : undefined;
  if (known !== undefined) return known;
  if (verb.endsWith('ed')) return verb;
  if (verb.endsWith('e')) return `${verb}d`;
  if (/[^aeiou]y$/u.test(verb)) return `${verb.slice(0, -1)}ied`;
  // One syllable with one vowel and one final consonant: ship, stop.
  if (/^[^aeiou]*[aeiou][^aeiouwxy]$/u.test(verb) || doubled.test(verb)) return `${verb}${verb.at(-1)}ed`;
  return `${verb}ed`;
}
