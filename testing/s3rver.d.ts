declare module 's3rver' {
  /** A store that speaks S3, with its files in a folder. Its keys are `S3RVER` and `S3RVER`. */
  // biome-ignore lint/style/noDefaultExport: it is so in the package.
  export default class S3rver {
    constructor(options: {
      readonly port: number;
      readonly address: string;
      readonly silent: boolean;
      readonly directory: string;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    run(): Promise<{ readonly port: number }>;
    close(): Promise<void>;
  }
}
