import type { MusicAccess } from './access.ts';
import type { Bills } from './bill-steps.ts';
import type { MusicData } from './data.ts';
import type { MusicDoor } from './door.ts';
import type { LessonSteps } from './lesson-steps.ts';
import type { MusicViews } from './views.ts';

/** The parts that calls share. */
export interface School {
  readonly data: MusicData;
  readonly lessons: LessonSteps;
  readonly bills: Bills;
  readonly access: MusicAccess;
  readonly views: MusicViews;
  readonly door: MusicDoor;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}
