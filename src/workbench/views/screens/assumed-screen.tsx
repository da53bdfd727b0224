import type { Screen } from '../../../model/ast/screens.ts';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/display/callout.tsx';
import type { ViewProps } from '../view.ts';
import { assumptionsOf } from './written.ts';

/** Shows what the product assumes about a screen, with a button to write it down. */
export function AssumedScreen({ screen, analysis: { model }, edit }: Pick<ViewProps, 'analysis' | 'edit'> & { readonly screen: Screen }) {
  return assumptionsOf(model, screen).map(({ text, write }) => (
    <Callout
      key={text}
      actions={
        write ? (
          <Button size="small" onClick={() => edit(write.edits)}>
            {write.title}
          </Button>
        ) : undefined
      }
    >
      <p>{text}</p>
    </Callout>
  ));
}
