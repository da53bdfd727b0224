import { SMTPServer } from 'smtp-server';

/** The reply to the nth mail; null accepts it. */
export type Refuses = (count: number) => { readonly code: number; readonly message: string } | null;

export interface ReceivedMail {
  readonly to: readonly string[];
  readonly raw: string;
}

/** A real SMTP server. */
export async function openMailServer(refuses: Refuses = () => null) {
  const received: ReceivedMail[] = [];
  let count = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const refused = refuses(count++);
        if (refused !== null) return done(Object.assign(new Error(refused.message), { responseCode: refused.code }));
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  return {
    received,
    url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

/** A mail's readable text: decodes quoted-printable as far as addresses need it. */
export const readable = (raw: string): string =>
  raw.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
