import type { Model } from '../../../model/model.ts';
import { Tiles } from '../gallery.tsx';

/** A field type in the gallery: a symbol, a name, an example. */
interface GalleryType {
  /** As written in the Type cell. */
  readonly type: string;
  readonly sign: string;
  readonly title: string;
  readonly example: string;
}

const plain: readonly GalleryType[] = [
  { type: 'text', sign: 'Aa', title: 'Text', example: 'Front brake' },
  { type: 'markdown', sign: '¶', title: 'Long text', example: 'headings, lists' },
  { type: 'integer', sign: '12', title: 'Whole number', example: '12' },
  { type: 'decimal', sign: '3.7', title: 'Number', example: '3.75' },
  { type: 'money', sign: '€', title: 'Money', example: '49.90' },
  { type: 'percent', sign: '%', title: 'Percentage', example: '19%' },
  { type: 'boolean', sign: '✓', title: 'Yes or no', example: 'yes' },
  { type: 'date', sign: '31', title: 'Date', example: '3 Jan 2026' },
  { type: 'datetime', sign: '3:', title: 'Date and time', example: '3 Jan, 10:30' },
  { type: 'time', sign: '◷', title: 'Time', example: '10:30' },
  { type: 'duration', sign: '↔', title: 'Duration', example: '2 days' },
  { type: 'email', sign: '@', title: 'Email', example: 'ana@…' },
  { type: 'phone', sign: '☏', title: 'Phone', example: '+49 30 …' },
  { type: 'url', sign: '://', title: 'Address', example: 'https://…' },
  { type: 'image', sign: '▧', title: 'Picture', example: 'bike.jpg' },
  { type: 'file', sign: '▤', title: 'File', example: 'offer.pdf' },
  { type: 'enum low, high', sign: '⋮', title: 'Choice', example: 'low, high' },
  { type: 'state', sign: '→', title: 'State', example: 'new → done' },
];

/** Returns the types of this document: plain types, and for each entity one record and several. */
export function galleryTypes(model: Model): readonly GalleryType[] {
  const related = model.entities.flatMap(({ name: { text } }): GalleryType[] => [
    { type: text, sign: '1', title: text, example: 'one record' },
    { type: `list of ${text}`, sign: 'n', title: `List of ${text}`, example: 'several records' },
  ]);
  return [...plain, ...related];
}

export function TypeGallery({
  model,
  type,
  onChoose,
}: {
  readonly model: Model;
  readonly type: string;
  readonly onChoose: (type: string) => void;
}) {
  const kind = (words: string): string => (words.startsWith('enum') ? 'enum' : words.trim());
  const all = galleryTypes(model);
  return (
    <Tiles
      label="Types"
      tiles={all.map((one) => ({ key: one.type, name: one.title, says: one.example, sign: one.sign }))}
      chosen={all.find((one) => kind(one.type) === kind(type))?.type ?? ''}
      onChoose={onChoose}
    />
  );
}
