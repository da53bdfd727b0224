/** The parts of newman that are used; it has no types of its own. */
declare module 'newman' {
  export interface Failure {
    readonly source?: { readonly name?: string };
    readonly error: { readonly name: string; readonly test?: string; readonly message: string };
  }
  export interface Summary {
    readonly run: {
      readonly failures: readonly Failure[];
      readonly stats: { readonly assertions: { readonly total: number }; readonly requests: { readonly total: number } };
    };
  }
  export interface Options {
    readonly collection: object;
    readonly globals?: { readonly values: readonly { readonly key: string; readonly value: string }[] };
  }
  export function run(options: Options, done: (error: Error | null, summary: Summary) => void): void;
}
