import { cloneElement, isValidElement, type ReactElement, type Ref, type RefCallback } from 'react';

type Props = Record<string, unknown>;
type Handler = (event: unknown) => void;

const isHandler = (name: string, value: unknown): value is Handler => /^on[A-Z]/u.test(name) && typeof value === 'function';

function setRef(ref: unknown, element: HTMLElement | null): void {
  if (typeof ref === 'function') (ref as RefCallback<HTMLElement>)(element);
  else if (typeof ref === 'object' && ref !== null) (ref as { current: HTMLElement | null }).current = element;
}

/**
 * Clones an element with added properties: both event handlers are called (its own first), and both
 * refs are set.
 */
export function withTrigger(element: ReactElement<Props>, added: Props & { readonly ref: Ref<HTMLElement> }): ReactElement<Props> {
  if (!isValidElement(element)) return element;
  const { ref, ...rest } = added;
  const own = element.props;
  const merged: Props = {};
  for (const [name, value] of Object.entries(rest)) {
    const before = own[name];
    if (isHandler(name, value) && isHandler(name, before)) {
      merged[name] = (event: unknown) => {
        before(event);
        value(event);
      };
    } else if (value !== undefined) merged[name] = value;
  }
  const both = (node: HTMLElement | null): void => {
    setRef(own['ref'], node);
    setRef(ref, node);
  };
  return cloneElement(element, { ...merged, ref: both });
}
