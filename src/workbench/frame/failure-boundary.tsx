import { Component, type ReactNode } from 'react';
import { MissingCode } from '../../base/on-demand.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/display/callout.tsx';
import { englishUiWords } from '../../ui/root/words.ts';
import styles from './failure-boundary.module.css';

interface Props {
  /** Rendering is retried when this value changes: another section, document or attempt. */
  readonly turn: unknown;
  /** What failed to render, such as `this view`. */
  readonly what: string;
  /** What is unaffected, such as `Your text is safe.` */
  readonly safe: string;
  readonly children: ReactNode;
}

/** Contains rendering errors: everything around stays, and the next `turn` retries. */
export class FailureBoundary extends Component<Props, { readonly error: unknown; readonly turn: unknown }> {
  override state = { error: null as unknown, turn: this.props.turn };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('no reason was given') };
  }

  static getDerivedStateFromProps(props: Props, state: { readonly turn: unknown }) {
    return props.turn === state.turn ? null : { error: null, turn: props.turn };
  }

  override render(): ReactNode {
    const { error } = this.state;
    const { what, safe, children } = this.props;
    if (error === null) return children;
    const missing = error instanceof MissingCode;
    return (
      <div className={styles['failed']}>
        <Callout
          tone="danger"
          title={`Couldn’t show ${what}`}
          actions={
            missing ? (
              <Button size="small" onClick={() => location.reload()}>
                {englishUiWords.reload}
              </Button>
            ) : (
              <Button size="small" onClick={() => this.setState({ error: null })}>
                Try again
              </Button>
            )
          }
        >
          <p>
            {missing
              ? `${englishUiWords.didNotLoad} ${safe}`
              : `This is a bug in Ninefold, not in your document. ${safe} (${error instanceof Error ? error.message : String(error)})`}
          </p>
        </Callout>
      </div>
    );
  }
}
