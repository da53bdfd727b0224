import { Component, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/display/callout.tsx';
import styles from './product-pane.module.css';

interface Props {
  /** Another one starts again: the document has changed, or the person asked. */
  readonly turn: unknown;
  readonly children: ReactNode;
}

/**
 * A product that cannot be drawn takes nothing with it: the text stays, and the next change of it
 * tries again.
 */
export class ProductBoundary extends Component<Props, { readonly error: unknown; readonly turn: unknown }> {
  override state = { error: null as unknown, turn: this.props.turn };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  static getDerivedStateFromProps(props: Props, state: { readonly turn: unknown }) {
    return props.turn === state.turn ? null : { error: null, turn: props.turn };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <div className={styles['failed']}>
        <Callout
          tone="danger"
          title="Couldn’t show the product"
          actions={
            <Button size="small" onClick={() => this.setState({ error: null })}>
              Try again
            </Button>
          }
        >
          <p>
            This is a bug in Ninefold, not in your document. Your text and data are safe. (
            {error instanceof Error ? error.message : String(error)})
          </p>
        </Callout>
      </div>
    );
  }
}
