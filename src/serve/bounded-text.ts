import type { IncomingMessage } from 'node:http';

/** Reads the body of a request or a response as text; null if it has more than `most` bytes. */
export async function boundedText(message: IncomingMessage, most: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
