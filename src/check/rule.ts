import type { Finding, Fix, Severity } from '../base/finding.ts';
import { own } from '../base/own.ts';
import type { Span } from '../base/span.ts';
import { withArticle } from '../expression/types/type-words.ts';
import type { Model } from '../model/model.ts';
import type { ModelFacts } from './analysis/survey.ts';
import { sectionAt } from './section-at.ts';

/** The names in the braces of a message. */
type Slots<Message extends string> = Message extends `${string}{${infer Name}}${infer Rest}` ? Name | Slots<Rest> : never;

type DataOf<Message extends string> = [Slots<Message>] extends [never]
  ? { readonly data?: undefined }
  : { readonly data: { readonly [Name in Slots<Message>]: string | number } };

/** A span, or anything with one. */
export type At = Span | { readonly span: Span };

/** A rule's report: one of its messages with its data, at a place. */
export type Report<Messages extends Record<string, string>> = {
  [Key in keyof Messages & string]: {
    readonly message: Key;
    readonly at: At;
    /**
     * Needed where the place does not determine the section, because something missing has no place
     * of its own.
     */
    readonly section?: number;
    readonly fix?: Fix | readonly Fix[];
  } & DataOf<Messages[Key]>;
}[keyof Messages & string];

interface Definition<Messages extends Record<string, string>> {
  /** Names the mistake, and also the rule's file and page. */
  readonly code: string;
  readonly severity: Severity;
  /**
   * The section that the rule is about, 1 to 9; 0: any. The section of a finding follows from its
   * place.
   */
  readonly section: number;
  readonly summary: string;
  /** Full sentences: the problem, the reason, and the remedy. `{name}` is replaced from `data`. */
  readonly messages: Messages;
  /** Runs after the other rules, because it depends on their findings. */
  readonly last?: boolean;
  check(model: Model, report: (found: Report<Messages>) => void, survey: ModelFacts): void;
}

export interface Rule {
  readonly code: string;
  readonly severity: Severity;
  readonly section: number;
  readonly summary: string;
  readonly messages: Readonly<Record<string, string>>;
  readonly last: boolean;
  run(model: Model, survey: ModelFacts): Finding[];
}

/**
 * Creates a rule from its definition. The braces in each message determine the type of its data.
 */
export function defineRule<const Messages extends Record<string, string>>(definition: Definition<Messages>): Rule {
  const { code, severity, section, summary, messages } = definition;
  return {
    code,
    severity,
    section,
    summary,
    messages,
    last: definition.last ?? false,
    run(model, survey) {
      const findings: Finding[] = [];
      definition.check(
        model,
        (found) => {
          const span = 'span' in found.at ? found.at.span : found.at;
          findings.push({
            code,
            severity,
            section: found.section ?? sectionAt(model, span) ?? section,
            span,
            message: fill(messages[found.message] ?? '', found.data),
            fixes: found.fix === undefined ? [] : isList(found.fix) ? found.fix : [found.fix],
          });
        },
        survey,
      );
      return findings;
    },
  };
}

const isList = (fix: Fix | readonly Fix[]): fix is readonly Fix[] => Array.isArray(fix);

/** Values from the document may be very long, so they are shortened to keep messages readable. */
const longest = 120;

function fill(message: string, data: Readonly<Record<string, string | number>> | undefined): string {
  if (data === undefined) return message;
  return message
    .replace(/\b([Aa]) (?=(“?)\{(\w+)\})/g, (_, article: string, __, name: string) => {
      const word = String(own(data, name) ?? '');
      return `${article}${withArticle(word).slice(1, -word.length)}`;
    })
    .replace(/\{(\w+)\}/g, (braces, name: string) => shorten(String(own(data, name) ?? braces)))
    .replace(/ {2,}/g, ' ')
    .trim();
}

function shorten(text: string): string {
  // Messages of the checker and the reader are complete sentences and get a higher limit; only
  // quoted text is cut short.
  if (text.length <= longest || /[.!?]$/.test(text)) return text.length <= 4 * longest ? text : `${text.slice(0, 4 * longest)}…`;
  return `${text.slice(0, longest)}…`;
}
