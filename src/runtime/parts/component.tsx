import { Component, type ReactNode, useMemo } from 'react';
import { own } from '../../base/own.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/display/callout.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { IconCircleDashed } from '../../ui/icons.ts';
import type { ComponentScope, ProductComponent } from '../component.ts';
import { useVersion, useWholeProduct } from '../product-context.ts';
import { PartGate } from '../screen/part-gate.tsx';
import { type DataOf, usePart } from '../screen/use-part.ts';
import type { PartComponent } from './part.ts';

/** A component by the product's author, or a note that none has that name. */
export const ComponentPart: PartComponent<'component'> = ({ part }) => {
  const { words, components, onWhy } = useWholeProduct();
  const state = usePart(part.id, ['component']);
  const name = part.name.text;
  const Shown = own(components, name);
  if (!Shown) {
    return (
      <EmptyState small icon={<IconCircleDashed size={20} />} title={words.noComponent(name)}>
        {words.noComponentText}
        {/* In the workbench the reader may be the author. */}
        {onWhy ? ` ${words.noComponentHow}` : null}
      </EmptyState>
    );
  }
  return (
    <PartGate state={state} lines={3}>
      {(data) =>
        data.problem === null ? (
          <Boundary message={words.componentFailed(name)} again={words.tryAgain}>
            <Supplied component={Shown} data={data} />
          </Boundary>
        ) : (
          <Callout tone="danger">{`${words.componentFailed(name)} ${data.problem}`}</Callout>
        )
      }
    </PartGate>
  );
};

function Supplied({ component: Shown, data }: { readonly component: ProductComponent; readonly data: DataOf<'component'> }) {
  const { session, person, locale, run, refuse, open } = useWholeProduct();
  const version = useVersion();
  const scope = useMemo<ComponentScope>(
    () => ({
      properties: data.properties,
      record: data.record,
      me: person,
      locale,
      version,
      read: (entity, options) => session.records(entity, options),
      async run(command) {
        const outcome = await run(command);
        if (!outcome.ok) refuse(outcome.refusals);
        return outcome;
      },
      open: (screen, parameters = {}) => open({ screen, parameters }),
    }),
    [data, session, person, locale, version, run, refuse, open],
  );
  return <Shown {...scope} />;
}

/** Contains errors of third-party code. */
class Boundary extends Component<
  { readonly message: string; readonly again: string; readonly children: ReactNode },
  { readonly why: string | null }
> {
  override state: { readonly why: string | null } = { why: null };

  static getDerivedStateFromError(error: unknown): { why: string } {
    return { why: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    const { why } = this.state;
    if (why === null) return this.props.children;
    const again = (
      <Button size="small" variant="ghost" onClick={() => this.setState({ why: null })}>
        {this.props.again}
      </Button>
    );
    return (
      <Callout tone="danger" title={this.props.message} actions={again}>
        <code>{why}</code>
      </Callout>
    );
  }
}
