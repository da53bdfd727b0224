import { Markdown } from '../../ui/display/markdown.tsx';
import { useProduct } from '../product-context.ts';
import type { PartComponent } from './part.ts';

export const TextPart: PartComponent<'text'> = ({ part }) => {
  const { labels } = useProduct();
  return <Markdown text={labels.text(part.markdown)} />;
};
