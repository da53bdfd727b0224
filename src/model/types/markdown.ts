import { text } from './text.ts';
import type { PlainType } from './type.ts';

export const markdown: PlainType = {
  ...text,
  synonyms: ['long text', 'formatted text', 'paragraph', 'paragraphs'],
  suggestedBy: /\b(description|notes?|body|comments?|details|message|content|remarks?|summary|biography|instructions)$/i,
  schema: { type: 'string', description: 'Markdown' },
  short: false,
  offersUsed: false,
};
