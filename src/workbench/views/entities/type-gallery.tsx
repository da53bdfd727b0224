import type { Model } from '../../../model/model.ts';
import styles from '../gallery.module.css';

/** A type of a field: a sign, what it is called, an example. */
interface GalleryType {
  /** As the Type cell says it. */
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

/** The types of this document: the plain ones, and for each entity one record and several. */
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
  return (
    <ul className={styles['tiles']} aria-label="Types">
      {galleryTypes(model).map((one) => (
        <li key={one.type}>
          <button
            type="button"
            className={`${styles['tile']} ${styles['beside']}`}
            aria-pressed={kind(one.type) === kind(type)}
            onClick={() => onChoose(one.type)}
          >
            <span className={styles['sign']} aria-hidden="true">
              {one.sign}
            </span>
            <span>
              <span className={styles['name']}>{one.title}</span>
              <span className={styles['says']}>{one.example}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
