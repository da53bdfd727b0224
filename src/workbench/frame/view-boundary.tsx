import { Component, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/display/callout.tsx';
import styles from './views-pane.module.css';

interface Props {
  /** Another one starts again: another section, or the text has changed. */
  readonly turn: string;
  readonly children: ReactNode;
}

/** A view that cannot be drawn takes nothing with it; the next change of the text tries again. */
export class ViewBoundary extends Component<Props, { readonly error: unknown; readonly turn: string }> {
  override state = { error: null as unknown, turn: this.props.turn };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('the view did not say why') };
  }

  static getDerivedStateFromProps(props: Props, state: { readonly turn: string }) {
    return props.turn === state.turn ? null : { error: null, turn: props.turn };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <div className={styles['failed']}>
        <Callout
          tone="danger"
          title="Couldn’t show this view"
          actions={
            <Button size="small" onClick={() => this.setState({ error: null })}>
              Try again
            </Button>
          }
        >
          <p>
            This is a bug in Ninefold, not in your document. Your text is safe. ({error instanceof Error ? error.message : String(error)})
          </p>
        </Callout>
      </div>
    );
  }
}
