/**
 * A body did something else when it ran again: it was steered by state that changed in between, or
 * it began inside another body. A mistake of ours: what it would be told belongs to something else.
 */
export class BodyChanged extends Error {
  override readonly name = 'BodyChanged';
}
