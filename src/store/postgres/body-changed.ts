/**
 * Thrown if a body acted differently when it was re-run: it depended on state that changed in
 * between, or it began inside another body. This is a bug of the caller, because the recorded
 * answers belong to different requests.
 */
export class BodyChanged extends Error {
  override readonly name = 'BodyChanged';
}
