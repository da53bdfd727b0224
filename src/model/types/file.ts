import { trimmed } from './reading.ts';
import { defaultTraits, type PlainType } from './type.ts';

export const file: PlainType = {
  ...defaultTraits,
  suggestedBy: /\b(file|attachment|document|scan)$/i,
  storage: 'file',
  value: { kind: 'file' },
  schema: {
    type: 'object',
    properties: { id: { type: 'string' }, name: { type: 'string' }, mediaType: { type: 'string' }, size: { type: 'integer' } },
    required: ['id', 'name', 'mediaType', 'size'],
  },
  short: false,
  coerce: (given, _, context) => (given === '' ? null : context.file(given, 'file')),
  fromCell: trimmed,
  examples: { right: ['report.pdf'], wrong: [7, true] },
};
