import { refuse } from '../hand-written.ts';
import type { Bills } from './bill-steps.ts';
import { dayAfter, type Enrolment, type Lesson, type MusicData, minuteLength, momentOf, type Person } from './data.ts';
import type { Has, MusicFault } from './faults.ts';

export type LessonSteps = ReturnType<typeof lessonSteps>;

interface Plan {
  readonly enrolment: Enrolment;
  readonly teacher: Person;
  readonly kind: string;
  readonly room: string;
  readonly hour: string;
}

/** How lessons are planned, and how pupils leave. */
export function lessonSteps(data: MusicData, bills: Bills, has: Has) {
  const overlaps = (a: Lesson, b: Lesson): boolean => {
    if (has('onlySameHourOverlaps')) return a.begins === b.begins;
    if (has('touchingLessonsOverlap')) return a.begins <= b.ends && b.begins <= a.ends;
    return a.begins < b.ends && b.begins < a.ends;
  };
  const holds = ({ state }: Lesson): boolean => state === 'planned' || (state === 'excused' && has('excusedHoldsRoom'));
  const check = (lesson: Lesson): void => {
    const { enrolment, room, teacher } = lesson;
    const isSilent = room === 'red' || (room === 'hall' && has('hallHasNoPiano'));
    if (enrolment.instrument === 'piano' && isSilent) refuse(422, 'NO_PIANO');
    const others = data.lessons.filter((one) => holds(one) && overlaps(one, lesson));
    const taken = has('overlapIs422') ? 422 : 409;
    const roomCheck = (): void => {
      if (others.some((one) => one.room === room)) refuse(taken, 'ROOM_TAKEN');
    };
    if (has('roomBeforeTeacher')) roomCheck();
    if (others.some((one) => one.teacher === teacher) && !has('teacherMayOverlap')) refuse(taken, 'TEACHER_BUSY');
    roomCheck();
  };
  /** Plans lessons on these days, or none of them. */
  const plan = ({ hour, ...of }: Plan, days: readonly string[]): void => {
    const length = has('lessonsOfAnHour') ? 60 : 45;
    const planned = days.map((day): Lesson => {
      const begins = momentOf(day, hour);
      const time = { day, begins, ends: begins + length * minuteLength };
      return { number: 0, ...of, ...time, note: null, reason: null, state: 'planned' };
    });
    for (const one of has('firstWeekIsCheckedOnly') ? planned.slice(0, 1) : planned) check(one);
    for (const one of planned) data.lessons.push({ ...one, number: data.next('lesson') });
  };
  /** `lax`: a fault without the check. */
  const hours = (hour: string, lax: MusicFault | null = null): void => {
    const isLate = has('lastHourIsStrict') ? hour >= '19:00' : hour > '19:00';
    if ((hour < '09:00' || isLate) && !(lax !== null && has(lax))) refuse(422, 'SHUT');
  };
  const begin = (one: Enrolment, teacher: Person, room: string, hour: string, first: string, weeks: number): void => {
    const days = Array.from({ length: weeks }, (_, week) => dayAfter(first, 7 * week));
    plan({ enrolment: one, teacher, kind: 'weekly', room, hour }, days);
    Object.assign(one, { first, hour, weeks, state: 'running' });
    if (!has('beginKeepsTrialRoom')) one.room = room;
    if (!has('beginMakesNoBill')) bills.create(one.family, weeks * 3000, { enrolment: one });
  };
  /** Leaves in a state, without the lessons to come. */
  const leave = (one: Enrolment, state: Enrolment['state']): void => {
    one.state = state;
    for (const lesson of data.lessonsOf(one)) {
      if (lesson.state === 'planned' && !has('leaveKeepsLessons')) lesson.state = 'dropped';
      if (lesson.state === 'owed' && has('leaveDropsOwed')) lesson.state = 'dropped';
    }
  };
  return { plan, hours, begin, leave };
}
