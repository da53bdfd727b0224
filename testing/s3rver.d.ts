declare module 's3rver' {
  /** An S3-compatible store with its files in a folder. Its key and secret are both `S3RVER`. */
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
