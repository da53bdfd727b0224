import { Markdown } from '../../ui/display/markdown.tsx';
import type { PartComponent } from './part.ts';

export const TextPart: PartComponent<'text'> = ({ part }) => <Markdown text={part.markdown} />;
