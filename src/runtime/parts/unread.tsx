import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/display/callout.tsx';
import { useProduct } from '../product-context.ts';
import type { PartComponent } from './part.ts';

/** A hole, or a bullet that starts like a part but cannot be read. */
export const UnreadPart: PartComponent<'unread'> = ({ part }) => {
  const { words, onWhy, marks } = useProduct();
  if (!marks) return null;
  const action = onWhy ? (
    <Button size="small" variant="ghost" onClick={() => onWhy(part.span)}>
      {part.hole ? words.fillIn : words.why}
    </Button>
  ) : undefined;
  return (
    <Callout tone={part.hole ? 'neutral' : 'warning'} title={part.hole ? words.holePart : words.unreadPart} actions={action}>
      {part.hole ? null : (
        <>
          <p>{part.problem}</p>
          <code>{part.text}</code>
        </>
      )}
    </Callout>
  );
};
