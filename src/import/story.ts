import { lowerWords } from '../check/asking/answer-words.ts';

/** `As a customer, I want to report a problem, so that it gets solved.` */
const story =
  /\bAs an? ([^,\n]{1,40}?),?\s+I (?:want|need|would like)(?: to)? ([^\n]{1,300}?)(?:,?\s+(?:so that|in order to|because) ([^\n]{1,300}?))?(?:[.;]?\s*(?:\n|$)|\.\s)/gi;

export interface Stories {
  readonly people: { readonly person: string; readonly wants: string; readonly soThat: string }[];
  /** The text without the stories. */
  readonly rest: string;
}

/** Extracts the user stories from a text. Several stories of one person become one row. */
export function storyOf(text: string): Stories {
  const people: { person: string; wants: string; soThat: string }[] = [];
  const oneLine = text.replaceAll(/\n\s*(?=I (?:want|need|would like)|so that|in order to)/gi, ' ');
  const rest = oneLine.replaceAll(story, (whole, who: string, wants: string, soThat: string | undefined) => {
    const person = lowerWords(who);
    if (person === null) return whole;
    const known = people.find((one) => one.person === person);
    if (known === undefined) people.push({ person, wants: wants.trim(), soThat: (soThat ?? '').trim() });
    else {
      known.wants += `; ${wants.trim()}`;
      if (soThat !== undefined) known.soThat += `${known.soThat === '' ? '' : '; '}${soThat.trim()}`;
    }
    return '\n';
  });
  return { people, rest };
}
