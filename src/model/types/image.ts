import { Mistake } from '../../expression/values/json.ts';
import { isFile } from '../../expression/values/value.ts';
import { file } from './file.ts';
import type { PlainType } from './type.ts';

export const image: PlainType = {
  ...file,
  synonyms: ['picture', 'photo'],
  suggestedBy: /\b(photo|image|picture|avatar|logo|screenshot)$/i,
  coerce(given, _, context) {
    if (given === '') return null;
    const found = context.file(given, 'image');
    const other = !(found instanceof Mistake) && isFile(found) && !found.mediaType.startsWith('image/');
    return other ? new Mistake('must be an image', 'image') : found;
  },
  examples: { right: ['photo.png'], wrong: [7, true] },
};
