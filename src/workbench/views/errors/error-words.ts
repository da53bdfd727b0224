import { ModelIndex } from '../../../engine/document/model-index.ts';
import { toWords } from '../../../engine/wording.ts';
import { humanConstant } from '../../../engine/world/human-value.ts';
import type { ErrorEntry } from '../../../model/ast/errors.ts';
import { inSentence } from '../../../model/labels.ts';
import type { Model } from '../../../model/model.ts';

/**
 * Returns the message as a person reads it, with values for constants and labels for everything
 * else.
 */
export function messageOf(model: Model, error: ErrorEntry): string {
  const index = new ModelIndex(model);
  const entity = model.rules.find((rule) => rule.error?.text === error.name.text)?.entity.text;
  const field = error.shown.kind === 'at' ? error.shown.field.text : null;
  return error.message
    .map((part) => {
      if (part.kind === 'text') return part.text;
      const constant = index.constant(part.name);
      if (constant !== null) return humanConstant(index, constant);
      if (part.name === 'entity') return entity === undefined ? 'record' : inSentence(index.labels.entity(entity));
      return part.name === 'field' && field !== null ? index.labels.field(entity ?? '', field) : toWords(part.name);
    })
    .join('');
}

/** Returns where an error is shown, in the notation of section 8. */
export const shownWords = ({ shown }: ErrorEntry): string => (shown.kind === 'at' ? `at ${shown.field.text}` : shown.kind);

/** Returns why a text is no valid status, or null. */
export const statusMistake = (words: string): string | null => (/^[45]\d\d$/.test(words) ? null : 'An HTTP status from 400 to 599.');
