/** What both threads see: numbers, and bytes on their way. */
export interface Shared {
  readonly numbers: Int32Array<SharedArrayBuffer>;
  readonly bytes: Uint8Array<SharedArrayBuffer>;
}

/** Bytes in each direction: nearly every question and most answers. What is longer goes as a message. */
const room = 64 * 1024;

/** Places among the numbers. */
const place = { replies: 0, asked: 1, answered: 2, answers: 3 } as const;

/**
 * Where a thread that waits and one that talks to the server put bytes down for each other. A question lies there until it is answered, and the thread that asked waits
 * meanwhile, so neither overwrites what the other still reads.
 */
export class Crossing {
  readonly shared: Shared;

  constructor(
    shared: Shared = { numbers: new Int32Array(new SharedArrayBuffer(16)), bytes: new Uint8Array(new SharedArrayBuffer(2 * room)) },
  ) {
    this.shared = shared;
  }

  /** False: it is too long. */
  putQuestion(question: Uint8Array): boolean {
    if (question.length > room) return false;
    this.shared.bytes.set(question);
    Atomics.store(this.shared.numbers, place.asked, question.length);
    return true;
  }

  takeQuestion(): Uint8Array {
    return this.shared.bytes.slice(0, Atomics.load(this.shared.numbers, place.asked));
  }

  /** `number`: of the question. False: it is too long. */
  putAnswer(number: number, answer: Uint8Array): boolean {
    if (answer.length > room) return false;
    this.shared.bytes.set(answer, room);
    Atomics.store(this.shared.numbers, place.answered, answer.length);
    Atomics.store(this.shared.numbers, place.answers, number);
    return true;
  }

  /** Null: what lies there, if anything, answers another question. */
  takeAnswer(number: number): Uint8Array | null {
    if (Atomics.load(this.shared.numbers, place.answers) !== number) return null;
    return this.shared.bytes.slice(room, room + Atomics.load(this.shared.numbers, place.answered));
  }

  /** How often `reply` was called. */
  get replies(): number {
    return Atomics.load(this.shared.numbers, place.replies);
  }

  /** There is a reply, here or as a message. */
  reply(): void {
    Atomics.add(this.shared.numbers, place.replies, 1);
    Atomics.notify(this.shared.numbers, place.replies);
  }

  /** Sleeps until there have been other replies than `seen`, at most so many milliseconds. */
  wait(seen: number, milliseconds: number): void {
    Atomics.wait(this.shared.numbers, place.replies, seen, milliseconds);
  }
}
