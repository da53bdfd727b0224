/**
 * Patterns in headings of requirements, with the section that each suggests; the first match wins.
 */
const words: readonly (readonly [RegExp, number])[] = [
  [/\b(user stor|persona|use cases?|acceptance|scenarios?|who is it for|target (users|audience))/i, 1],
  [/\b(permissions?|roles?|access|authori[sz]ation|authentication|security|sign[- ]?in|log[- ]?in)\b/i, 6],
  [/\b(endpoints?|api|integrations?|webhooks?|interfaces?)\b/i, 7],
  [/\b(errors?|failures?|exceptions?|error messages?)\b/i, 8],
  [/\b(validation|business rules?|rules?|constraints?|invariants?)\b/i, 5],
  [/\b(states?|status(es)?|workflows?|life ?cycles?|process(es)?|transitions?|stages?)\b/i, 4],
  [/\b(data( model)?|entit(y|ies)|models?|fields?|domain|schema|attributes?|objects?|records?|glossary)\b/i, 3],
  [/\b(screens?|pages?|views?|ui|ux|user interface|routes?|navigation|wireframes?|mock-?ups?|dashboards?|layout|forms?)\b/i, 2],
  [/\b(limits?|constants?|configuration|settings|parameters?|non-?functional|performance|service levels?|sla|thresholds?)\b/i, 9],
];

/**
 * Returns the section that a heading suggests. Returns null if it suggests none; it then belongs to
 * the section of the heading above it.
 */
export const sectionOf = (heading: string): number | null => words.find(([pattern]) => pattern.test(heading))?.[1] ?? null;
